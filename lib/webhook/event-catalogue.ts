// Every event of an account: its meaning, the webhook types that get it, and its content. The OpenAPI
// document and the guide are generated from it. An event missing here does not compile.

import type { EventType } from './webhook.ts';

/** What an event carries: a cashout, a payment, the return of one, a fee ... */
export type EventKind =
  | 'cashout'
  | 'payment'
  | 'return'
  | 'fee'
  | 'overdrawn'
  | 'chargeback'
  | 'med'
  | 'webhook';

type Told = {
  kind: EventKind;
  means: string;
  /** Webhook types that get it, besides ALL. */
  types: readonly EventType[];
  /** When only some of those types get it. */
  where?: string;
};

export const eventCatalogue = {
  'cashout.created': {
    kind: 'cashout',
    means: 'a cashout is there: NEW, or PROCESSING where one call creates and approves it',
    types: ['PIX_CASHOUT_CREATED'],
  },
  'cashout.approved': {
    kind: 'cashout',
    means: 'it is approved by a call of its own, and PROCESSING',
    types: [],
  },
  'cashout.internal_approved': {
    kind: 'cashout',
    means: 'it goes to an account of this institution, and is approved',
    types: ['INTERNAL APPROVE'],
  },
  'cashout.succeeded': {
    kind: 'cashout',
    means: 'it is paid: SUCCESS',
    types: ['PIX_CASHOUT_SUCCESS', 'CASHOUT', 'INTERNAL'],
    where: 'INTERNAL only where it went to an account of this institution',
  },
  'cashout.failed': {
    kind: 'cashout',
    means: 'it is not paid: ERROR',
    types: ['CASHOUT'],
  },
  'cashout.cancelled': {
    kind: 'cashout',
    means: 'it was turned down: CANCELLED',
    types: ['CASHOUT'],
  },
  'cashout.refunded': {
    kind: 'cashout',
    means: 'all of it came back: REFUNDED',
    types: ['CASHOUT', 'CASHIN', 'INTERNAL'],
    where:
      'CASHIN only where it tells of the money, INTERNAL only where it went to an account of this institution',
  },
  'cashout.partially_refunded': {
    kind: 'cashout',
    means: 'some of a cashout came back; it stays SUCCESS',
    types: ['CASHOUT', 'CASHIN', 'INTERNAL'],
    where: 'INTERNAL only where it went to an account of this institution',
  },
  'cashin.received': {
    kind: 'payment',
    means: 'money came in, from outside, from an account of this institution, or by a chargeback',
    types: ['CASHIN', 'INTERNAL'],
    where: 'INTERNAL only where it comes from an account of this institution',
  },
  'cashin.partially_returned': {
    kind: 'payment',
    means: 'some of what came from an account of this institution went back',
    types: ['CASHOUT', 'INTERNAL'],
  },
  'cashin.returned': {
    kind: 'return',
    means:
      'a payment that came in has gone back: all of one from an account of this institution, or another that was taken back without your asking (MED, the PSP)',
    types: ['CASHOUT', 'INTERNAL'],
    where: 'INTERNAL only for one from an account of this institution; CASHOUT where it tells of the money',
  },
  'payment.sent': {
    kind: 'payment',
    means: 'the account paid without a cashout (only a rehearsal of the sandbox does)',
    types: ['CASHOUT', 'INTERNAL'],
  },
  'fee.charged': {
    kind: 'fee',
    means: 'a fee of the PSP’s that the account bears, where the stage says so',
    types: ['CASHOUT', 'INTEGRATION'],
  },
  'fee.returned': {
    kind: 'fee',
    means: 'such a fee was given back',
    types: ['CASHIN', 'INTEGRATION'],
  },
  'account.overdrawn': {
    kind: 'overdrawn',
    means: 'a payment that was taken back has left the account below zero, by `available`',
    types: ['INTEGRATION'],
  },
  'chargeback.accepted': {
    kind: 'chargeback',
    means: 'the network has taken a chargeback on: the money has left the account',
    types: ['CASHOUT', 'INTEGRATION'],
  },
  'chargeback.succeeded': {
    kind: 'chargeback',
    means: 'a chargeback has ended SUCCESS: the payer has it',
    types: ['INTEGRATION', 'INTERNAL', 'CASHOUT'],
    where:
      'INTERNAL and CASHOUT only where the payer is an account of this institution: else the money has left before',
  },
  'chargeback.rejected': {
    kind: 'chargeback',
    means: 'a chargeback has ended REJECTED: money that had left is back',
    types: ['INTEGRATION', 'INTERNAL', 'CASHIN'],
    where: 'INTERNAL only where the payer is an account of this institution, CASHIN where money comes back',
  },
  'med.opened': {
    kind: 'med',
    means: 'somebody has reported a payment of yours',
    types: ['INTEGRATION'],
  },
  'med.changed': {
    kind: 'med',
    means: 'the case has changed, or money of the payment has gone back',
    types: ['INTEGRATION'],
  },
  'med.closed': {
    kind: 'med',
    means: 'the report is closed or cancelled',
    types: ['INTEGRATION'],
  },
  'webhook.paused': {
    kind: 'webhook',
    means: 'a webhook is paused; `reason` says why',
    types: ['INTEGRATION'],
  },
  'webhook.backlog_full': {
    kind: 'webhook',
    means: 'no more deliveries wait for a failing webhook: those from `held_from` on are HELD',
    types: ['INTEGRATION'],
  },
  'webhook.test': {
    kind: 'webhook',
    means: 'you have asked for it: `POST /api/webhooks/{webhook_id}/test`',
    types: [],
    where: 'none: the webhook that it was asked of gets it',
  },
} as const satisfies Record<string, Told>;

export type EventName = keyof typeof eventCatalogue;

export const eventNames = Object.keys(eventCatalogue) as [EventName, ...EventName[]];

/** The catalogue's entry of an event, typed alike for all events. */
export const toldOf = (name: EventName): Told => eventCatalogue[name];

export const eventsOf = (kind: EventKind) => eventNames.filter((name) => toldOf(name).kind === kind);
