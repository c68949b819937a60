// Which event types a state change has (spec: Events), and the event as it is stored and delivered.

import { type AccountRef, asOf, type Cashout, type CashoutChange, changedAt } from './cashout.ts';
import { invariant } from './errors.ts';
import type { Cents } from './money.ts';
import type { PaymentReceived, ReturnImposed } from './network-event.ts';
import {
  presentCashIn,
  presentCashout,
  presentImposedReturn,
  presentOverdrawn,
  presentPayment,
} from './present.ts';
import type { EventType } from './webhook.ts';

/** An event of one account. The body is what every attempt to deliver it sends, byte for byte. */
export type AccountEvent = {
  account: AccountRef;
  id: string;
  /** When it happened (ISO, UTC). */
  at: string;
  type: string;
  types: readonly EventType[];
  body: string;
};

export const cashoutEventTypes: Record<CashoutChange, readonly EventType[]> = {
  created: ['PIX_CASHOUT_CREATED'],
  approved: [],
  internal_approved: ['INTERNAL APPROVE'],
  succeeded: ['PIX_CASHOUT_SUCCESS', 'CASHOUT'],
  failed: ['CASHOUT'],
  cancelled: ['CASHOUT'],
  refunded: ['CASHOUT'],
};

/** What a payee of ours is told of a transfer that stays in the house. */
const payeeEvents: Partial<Record<CashoutChange, { name: string; types: readonly EventType[] }>> = {
  succeeded: { name: 'received', types: ['CASHIN', 'INTERNAL'] },
  refunded: { name: 'returned', types: ['INTERNAL'] },
};

/**
 * The events of one state change: the payer's, and the payee's where it is ours. Their ids come from the change,
 * their bodies are the record as the API would have answered at that moment, so making them twice gives the same
 * bytes.
 */
export function cashoutEvents(cashout: Cashout, change: CashoutChange): AccountEvent[] {
  const at = changedAt(cashout, change);
  invariant(at, `cashout ${cashout.id} owes an event for ${change} but has no time for it`);
  const payee = cashout.recipient?.ownAccount;
  const told = payee && payeeEvents[change];
  const types = told ? [...cashoutEventTypes[change], 'INTERNAL' as const] : cashoutEventTypes[change];
  const data = presentCashout(asOf(cashout, change), 'lookup');
  const id = `cashout-${cashout.id}-${change}`;
  const payers = makeEvent({ account: cashout.account, id, at, type: `cashout.${change}`, types }, data);
  if (!told) return [payers];
  const { name, types: payeeTypes } = told;
  const about = { account: payee, id: `cashin-${cashout.id}-${name}`, at, type: `cashin.${name}` };
  return [payers, makeEvent({ ...about, types: payeeTypes }, presentCashIn(cashout))];
}

/** Money that came from the network, or from an account of ours through a QR code. */
export function cashInEvent(payment: PaymentReceived, qrCodeId: number | undefined): AccountEvent {
  const { account, transactionId, at, payer } = payment;
  const types: EventType[] = payer.account ? ['CASHIN', 'INTERNAL'] : ['CASHIN'];
  const about = { account, id: `cashin-${transactionId}-received`, at, type: 'cashin.received' };
  return makeEvent({ ...about, types }, presentPayment(payment, qrCodeId));
}

/** Money that came in has gone back, and we did not ask for it. */
export function imposedReturnEvent(event: ReturnImposed, payment: PaymentReceived): AccountEvent {
  const { account, transactionId } = payment;
  const id = `cashin-${transactionId}-returned-${event.returnId}`;
  const about = { account, id, at: event.at, type: 'cashin.returned' };
  return makeEvent({ ...about, types: ['CASHOUT'] }, presentImposedReturn(event, payment));
}

/** That return has left the account below zero: payouts end for want of funds until credits have covered it. */
export function overdrawnEvent(
  { payment, returnId, at }: ReturnImposed,
  account: AccountRef,
  availableCents: Cents,
): AccountEvent {
  const id = `cashin-${payment.transactionId}-overdrawn-${returnId}`;
  const about = { account, id, at, type: 'account.overdrawn' };
  return makeEvent({ ...about, types: ['INTEGRATION'] }, presentOverdrawn(account, availableCents, returnId));
}

export function makeEvent(event: Omit<AccountEvent, 'body'>, data: object): AccountEvent {
  const { id, type, types, at } = event;
  return { ...event, body: JSON.stringify({ id, type, types, created_at: at, data }) };
}
