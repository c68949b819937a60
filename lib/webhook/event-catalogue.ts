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
  | 'low'
  | 'chargeback'
  | 'med'
  | 'webhook';

type Told = {
  kind: EventKind;
  means: string;
  /** Webhook types that always get it, besides ALL. */
  types: readonly EventType[];
  /** Those that get it only if something holds. */
  onlyIf?: Partial<Record<EventType, string>>;
  /** When it goes to no type of webhook. */
  where?: string;
};

const recipientIsHere = 'the recipient has an account at this institution';
const payerIsHere = 'the payer has an account at this institution';
const hasMovement = 'the event has a `movement`';

export const eventCatalogue = {
  'cashout.created': {
    kind: 'cashout',
    means: 'a cashout was created: NEW, or PROCESSING if the same call approved it',
    types: ['PIX_CASHOUT_CREATED'],
  },
  'cashout.scheduled': {
    kind: 'cashout',
    means: 'a cashout with `scheduled_for` was approved, and waits for its start: NEW',
    types: ['CASHOUT'],
  },
  'cashout.postponed': {
    kind: 'cashout',
    means:
      'a scheduled cashout could not start: it had no funds, and is tried again at `starts_at`; or it has too few approvals for the rules of its day, and waits for more. `schedule_state` tells which: NEW',
    types: ['CASHOUT'],
  },
  'cashout.approved': {
    kind: 'cashout',
    means: 'a second call approved the cashout, or a scheduled one started: PROCESSING',
    types: [],
  },
  'cashout.internal_approved': {
    kind: 'cashout',
    means: 'a cashout to an account of this institution was approved',
    types: ['INTERNAL APPROVE'],
  },
  'cashout.succeeded': {
    kind: 'cashout',
    means: 'a cashout was paid: SUCCESS',
    types: ['PIX_CASHOUT_SUCCESS', 'CASHOUT'],
    onlyIf: { INTERNAL: recipientIsHere },
  },
  'cashout.failed': {
    kind: 'cashout',
    means: 'a cashout failed: ERROR',
    types: ['CASHOUT'],
  },
  'cashout.cancelled': {
    kind: 'cashout',
    means: 'a cashout was refused: CANCELLED',
    types: ['CASHOUT'],
  },
  'cashout.refunded': {
    kind: 'cashout',
    means: 'a cashout was returned in full: REFUNDED',
    types: ['CASHOUT'],
    onlyIf: { CASHIN: hasMovement, INTERNAL: recipientIsHere },
  },
  'cashout.partially_refunded': {
    kind: 'cashout',
    means: 'a part of a cashout was returned; it stays SUCCESS',
    types: ['CASHOUT', 'CASHIN'],
    onlyIf: { INTERNAL: recipientIsHere },
  },
  'cashin.received': {
    kind: 'payment',
    means:
      'the account received money: from another institution, from an account of this institution, or by a chargeback',
    types: ['CASHIN'],
    onlyIf: { INTERNAL: payerIsHere },
  },
  'cashin.partially_returned': {
    kind: 'payment',
    means: 'a part of a payment from an account of this institution was returned',
    types: ['CASHOUT', 'INTERNAL'],
  },
  'cashin.returned': {
    kind: 'return',
    means:
      'a received payment was returned: in full to an account of this institution, or without your request (MED, the PSP)',
    types: [],
    onlyIf: { INTERNAL: payerIsHere, CASHOUT: hasMovement },
  },
  'payment.sent': {
    kind: 'payment',
    means: 'the account paid without a cashout (only in the sandbox)',
    types: ['CASHOUT', 'INTERNAL'],
  },
  'fee.charged': {
    kind: 'fee',
    means: 'the account was debited a fee of the PSP (only if the stage passes fees on)',
    types: ['CASHOUT', 'INTEGRATION'],
  },
  'fee.returned': {
    kind: 'fee',
    means: 'the PSP returned such a fee',
    types: ['CASHIN', 'INTEGRATION'],
  },
  'account.overdrawn': {
    kind: 'overdrawn',
    means: 'a return has overdrawn the account; `available` is its balance',
    types: ['INTEGRATION'],
  },
  'account.low_balance': {
    kind: 'low',
    means:
      'less is available after a payout than the account’s rule `low_balance` says; it comes again only after it was as much or more',
    types: ['INTEGRATION'],
  },
  'chargeback.accepted': {
    kind: 'chargeback',
    means: 'the network has accepted a chargeback: the money has left the account',
    types: ['CASHOUT', 'INTEGRATION'],
  },
  'chargeback.succeeded': {
    kind: 'chargeback',
    means: 'a chargeback ended SUCCESS: the payer has the money',
    types: ['INTEGRATION'],
    onlyIf: {
      INTERNAL: payerIsHere,
      CASHOUT: `${payerIsHere}: otherwise \`chargeback.accepted\` reports the debit`,
    },
  },
  'chargeback.rejected': {
    kind: 'chargeback',
    means: 'a chargeback ended REJECTED: money that had left is back in the account',
    types: ['INTEGRATION'],
    onlyIf: { INTERNAL: payerIsHere, CASHIN: 'money comes back' },
  },
  'med.opened': {
    kind: 'med',
    means: 'somebody reported a payment that the account received',
    types: ['INTEGRATION'],
  },
  'med.changed': {
    kind: 'med',
    means: 'the case changed, or the payment was returned in full or in part',
    types: ['INTEGRATION'],
  },
  'med.closed': {
    kind: 'med',
    means: 'the report was closed or cancelled',
    types: ['INTEGRATION'],
  },
  'webhook.paused': {
    kind: 'webhook',
    means: 'a webhook was paused; `reason` says why',
    types: ['INTEGRATION'],
  },
  'webhook.backlog_full': {
    kind: 'webhook',
    means: 'a failing webhook has the maximum of pending deliveries: those from `held_from` on are HELD',
    types: ['INTEGRATION'],
  },
  'webhook.test': {
    kind: 'webhook',
    means: 'you requested a test: `POST /api/webhooks/{webhook_id}/test`',
    types: [],
    where: 'only the webhook that you test',
  },
} as const satisfies Record<string, Told>;

export type EventName = keyof typeof eventCatalogue;

export const eventNames = Object.keys(eventCatalogue) as [EventName, ...EventName[]];

/** The catalogue's entry of an event, typed alike for all events. */
export const toldOf = (name: EventName): Told => eventCatalogue[name];

/** Every webhook type that may get an event, besides ALL. */
export function typesThatMayGet(name: EventName): EventType[] {
  const { types, onlyIf = {} } = toldOf(name);
  return [...types, ...(Object.keys(onlyIf) as EventType[])];
}

export const eventsOf = (kind: EventKind) => eventNames.filter((name) => toldOf(name).kind === kind);
