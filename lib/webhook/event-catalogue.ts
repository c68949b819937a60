// Defines the documentation of every event: its meaning, its content, and the receivers that get it only under a
// condition. The OpenAPI document and the guide are generated from it. If an event is missing here, the code does not
// compile.

import { type EventName, eventNames, eventTypes } from './event-types.ts';
import type { EventType } from './webhook.ts';

/** The subject of an event, for example a cashout, a payment, a return or a fee. */
export type EventKind =
  | 'cashout'
  | 'payment'
  | 'return'
  | 'fee'
  | 'overdrawn'
  | 'low'
  | 'chargeback'
  | 'med'
  | 'batch'
  | 'webhook';

type Told = {
  kind: EventKind;
  means: string;
  /** More webhook types that get the event, each with its condition. */
  onlyIf?: Partial<Record<EventType, string>>;
  /** The webhooks that get the event, if no webhook type gets it. */
  where?: string;
};

const recipientIsHere = 'the recipient’s account is here';
const payerIsHere = 'the payer’s account is here';
const hasMovement = 'the event has a `movement`';

export const eventCatalogue: Readonly<Record<EventName, Told>> = {
  'cashout.created': {
    kind: 'cashout',
    means: 'a cashout was created: NEW, or PROCESSING if the same call approved it',
  },
  'cashout.scheduled': {
    kind: 'cashout',
    means: 'a cashout with `scheduled_for` was approved, and waits for its start: NEW',
  },
  'cashout.postponed': {
    kind: 'cashout',
    means:
      'a scheduled cashout could not start: it had no funds, and is tried again at `starts_at`; or it has too few approvals for the rules of its day, and waits for more. `schedule_state` tells which: NEW',
  },
  'cashout.approved': {
    kind: 'cashout',
    means: 'a second call approved the cashout, or a scheduled one started: PROCESSING',
  },
  'cashout.internal_approved': {
    kind: 'cashout',
    means: 'a cashout to an account of this institution was approved',
  },
  'cashout.succeeded': {
    kind: 'cashout',
    means: 'a cashout was paid: SUCCESS',
    onlyIf: { INTERNAL: recipientIsHere },
  },
  'cashout.failed': {
    kind: 'cashout',
    means: 'a cashout failed: ERROR',
    onlyIf: { INTERNAL: recipientIsHere },
  },
  'cashout.cancelled': {
    kind: 'cashout',
    means: 'a cashout was refused: CANCELLED',
  },
  'cashout.refunded': {
    kind: 'cashout',
    means: 'a cashout was returned in full: REFUNDED',
    onlyIf: { CASHIN: hasMovement, INTERNAL: recipientIsHere },
  },
  'cashout.partially_refunded': {
    kind: 'cashout',
    means: 'a part of a cashout was returned; it stays SUCCESS',
    onlyIf: { INTERNAL: recipientIsHere },
  },
  'cashin.received': {
    kind: 'payment',
    means:
      'the account received money: from another institution, from an account of this institution, or by a chargeback',
    onlyIf: { INTERNAL: payerIsHere },
  },
  'cashin.partially_returned': {
    kind: 'payment',
    means: 'a part of a payment from an account of this institution was returned',
  },
  'cashin.returned': {
    kind: 'return',
    means:
      'a received payment was returned: in full to an account of this institution, or without your request (MED, the PSP)',
    onlyIf: { INTERNAL: payerIsHere, CASHOUT: hasMovement },
  },
  'payment.sent': {
    kind: 'payment',
    means: 'the account paid without a cashout (only in the sandbox)',
  },
  'fee.charged': {
    kind: 'fee',
    means: 'the account was debited a fee of the PSP (only if the stage passes fees on)',
  },
  'fee.returned': {
    kind: 'fee',
    means: 'the PSP returned such a fee',
  },
  'account.overdrawn': {
    kind: 'overdrawn',
    means: 'a return has overdrawn the account; `available` is its balance',
  },
  'account.low_balance': {
    kind: 'low',
    means:
      'less is available after a payout than the account’s rule `low_balance` says; it comes again only after it was as much or more',
  },
  'chargeback.accepted': {
    kind: 'chargeback',
    means: 'the network has accepted a chargeback: the money has left the account',
  },
  'chargeback.succeeded': {
    kind: 'chargeback',
    means: 'a chargeback ended SUCCESS: the payer has the money',
    onlyIf: {
      INTERNAL: payerIsHere,
      CASHOUT: 'the payer’s account is here: otherwise `chargeback.accepted` reports the debit',
    },
  },
  'chargeback.rejected': {
    kind: 'chargeback',
    means: 'a chargeback ended REJECTED: money that had left is back in the account',
    onlyIf: { INTERNAL: payerIsHere, CASHIN: 'money comes back' },
  },
  'med.opened': {
    kind: 'med',
    means: 'somebody reported a payment that the account received',
  },
  'med.changed': {
    kind: 'med',
    means: 'the case changed, its defence has a new state, or the payment was returned in full or in part',
  },
  'med.closed': {
    kind: 'med',
    means: 'the report was closed or cancelled',
  },
  'batch.awaiting_approval': {
    kind: 'batch',
    means: 'a batch was judged, has no wrong line, and waits for approval',
  },
  'batch.paused': {
    kind: 'batch',
    means: 'a batch starts no further payout until it is resumed or stopped; `paused` says why',
  },
  'batch.finished': {
    kind: 'batch',
    means: 'a batch has ended: FINISHED, REFUSED, CANCELLED or EXPIRED; `counts` say which lines were paid',
  },
  'webhook.paused': {
    kind: 'webhook',
    means: 'a webhook was paused; `reason` says why',
  },
  'webhook.backlog_full': {
    kind: 'webhook',
    means: 'a failing webhook has the maximum of pending deliveries: those from `held_from` on are HELD',
  },
  'webhook.test': {
    kind: 'webhook',
    means: 'you requested a test: `POST /api/webhooks/{webhook_id}/test`',
    where: 'only the webhook that you test',
  },
};

/** Returns every webhook type that may get an event, except ALL. */
export function typesThatMayGet(name: EventName): EventType[] {
  const { onlyIf = {} } = eventCatalogue[name];
  return [...eventTypes[name], ...(Object.keys(onlyIf) as EventType[])];
}

export const eventsOf = (kind: EventKind) => eventNames.filter((name) => eventCatalogue[name].kind === kind);
