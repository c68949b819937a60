// The events of money that moves without a cashout: payments received, returns that were imposed, and fees.

import type { AccountRef } from '../base/account-ref.ts';
import { type Cents, cents } from '../base/money.ts';
import type { FeeCharged, PaymentReceived, ReturnImposed } from '../network/event.ts';
import { type AccountEvent, makeEvent } from '../webhook/event.ts';
import type { EventType } from '../webhook/webhook.ts';
import type { DebitedReturn, Received } from './payment.ts';
import {
  presentFee,
  presentImposedReturn,
  presentOverdrawn,
  presentPayment,
  presentSentPayment,
} from './present.ts';

/** Money that came from the network, or from an account of ours, which is then told of its debit. */
export function receivedEvents(payment: Received): AccountEvent[] {
  const { account, transactionId, at, payer, payerTransactionId, code, payerCode } = payment;
  const amountCents = cents(payment.amountCents);
  const types: EventType[] = payer.account ? ['CASHIN', 'INTERNAL'] : ['CASHIN'];
  const about = {
    account,
    id: `cashin-${transactionId}-received`,
    at,
    type: 'cashin.received',
    types,
  } as const;
  const credit = { direction: 'CREDIT', type: 'PIX_CASHIN', amountCents, code } as const;
  const payees = makeEvent(about, presentPayment(payment), credit);
  if (!payer.account || payerTransactionId === undefined) return [payees];
  const own = {
    account: payer.account,
    id: `payment-${payerTransactionId}-sent`,
    at,
    type: 'payment.sent',
    types: ['CASHOUT', 'INTERNAL'],
  } as const;
  const debit = { direction: 'DEBIT', type: 'PIX_CASHOUT', amountCents, code: payerCode } as const;
  return [payees, makeEvent(own, presentSentPayment(payment), debit)];
}

/** What the PSP has charged for a payment, where the account bears it, or has given back. */
export function feeEvent(event: FeeCharged, { code, at }: { code: number; at: string }): AccountEvent {
  const { account, type, feeId, undoes } = event;
  const amountCents = cents(event.amountCents);
  const direction = undoes === undefined ? 'DEBIT' : 'CREDIT';
  const name = undoes === undefined ? 'charged' : 'returned';
  const about = { account, id: `fee-${feeId.replace('#', '-')}`, at, type: `fee.${name}` } as const;
  const movement = { direction, type, amountCents, code } as const;
  return makeEvent({ ...about, types: ['INTEGRATION'] }, presentFee(event), movement);
}

/** Money that came in has gone back, and we did not ask for it. */
export function imposedReturnEvent(returned: DebitedReturn, payment: PaymentReceived): AccountEvent {
  const { account, transactionId } = payment;
  const { returnId, at, amountCents, code } = returned;
  const id = `cashin-${transactionId}-returned-${returnId}`;
  const about = { account, id, at, type: 'cashin.returned', types: ['CASHOUT'] } as const;
  const debit = {
    direction: 'DEBIT',
    type: 'PIX_CHARGEBACK',
    amountCents: cents(amountCents),
    code,
  } as const;
  return makeEvent(about, presentImposedReturn(returned, payment), debit);
}

/** That return has left the account below zero: payouts end for want of funds until credits have covered it. */
export function overdrawnEvent(
  { payment, returnId, at }: ReturnImposed,
  account: AccountRef,
  availableCents: Cents,
): AccountEvent {
  const id = `cashin-${payment.transactionId}-overdrawn-${returnId}`;
  const about = { account, id, at, type: 'account.overdrawn' } as const;
  return makeEvent({ ...about, types: ['INTEGRATION'] }, presentOverdrawn(account, availableCents, returnId));
}
