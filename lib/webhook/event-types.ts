// Lists every event of an account, with the webhook types that always get it. event-catalogue.ts describes the events.

import type { EventType } from './webhook.ts';

/** The webhook types that always get an event, except ALL. */
export const eventTypes = {
  'cashout.created': ['PIX_CASHOUT_CREATED'],
  'cashout.scheduled': ['CASHOUT'],
  'cashout.postponed': ['CASHOUT'],
  'cashout.approved': [],
  'cashout.internal_approved': ['INTERNAL APPROVE'],
  'cashout.succeeded': ['PIX_CASHOUT_SUCCESS', 'CASHOUT'],
  'cashout.failed': ['CASHOUT'],
  'cashout.cancelled': ['CASHOUT'],
  'cashout.refunded': ['CASHOUT'],
  'cashout.partially_refunded': ['CASHOUT', 'CASHIN'],
  'cashin.received': ['CASHIN'],
  'cashin.partially_returned': ['CASHOUT', 'INTERNAL'],
  'cashin.returned': [],
  'payment.sent': ['CASHOUT', 'INTERNAL'],
  'fee.charged': ['CASHOUT', 'INTEGRATION'],
  'fee.returned': ['CASHIN', 'INTEGRATION'],
  'account.overdrawn': ['INTEGRATION'],
  'account.low_balance': ['INTEGRATION'],
  'chargeback.accepted': ['CASHOUT', 'INTEGRATION'],
  'chargeback.succeeded': ['INTEGRATION'],
  'chargeback.rejected': ['INTEGRATION'],
  'med.opened': ['INTEGRATION'],
  'med.changed': ['INTEGRATION'],
  'med.closed': ['INTEGRATION'],
  'batch.awaiting_approval': ['INTEGRATION'],
  'batch.paused': ['INTEGRATION'],
  'batch.finished': ['INTEGRATION'],
  'webhook.paused': ['INTEGRATION'],
  'webhook.backlog_full': ['INTEGRATION'],
  'webhook.test': [],
} as const satisfies Record<string, readonly EventType[]>;

export type EventName = keyof typeof eventTypes;

export const eventNames = Object.keys(eventTypes) as [EventName, ...EventName[]];
