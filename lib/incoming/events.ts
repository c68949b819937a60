// Makes the events of money that moves without a cashout: received payments, imposed returns, and fees.

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

/**
 * Returns the events of a payment from the network or from one of our accounts. If the payer's account is one of ours,
 * it also gets an event about its debit.
 */
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

/** Returns the event of a PSP's fee that the account bears, or of the fee's reversal. */
export function feeEvent(event: FeeCharged, { code, at }: { code: number; at: string }): AccountEvent {
  const { account, type, feeId, undoes } = event;
  const amountCents = cents(event.amountCents);
  const direction = undoes === undefined ? 'DEBIT' : 'CREDIT';
  const name = undoes === undefined ? 'charged' : 'returned';
  const about = { account, id: `fee-${feeId.replace('#', '-')}`, at, type: `fee.${name}` } as const;
  const movement = { direction, type, amountCents, code } as const;
  return makeEvent({ ...about, types: ['INTEGRATION'] }, presentFee(event), movement);
}

/** Returns the event of a return that we did not request. */
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

/**
 * Returns the event of an account whose balance is below zero after an imposed return. The account's cashouts fail with
 * insufficient funds until credits have covered the deficit.
 */
export function overdrawnEvent(
  { payment, returnId, at }: ReturnImposed,
  account: AccountRef,
  availableCents: Cents,
): AccountEvent {
  const id = `cashin-${payment.transactionId}-overdrawn-${returnId}`;
  const about = { account, id, at, type: 'account.overdrawn' } as const;
  return makeEvent({ ...about, types: ['INTEGRATION'] }, presentOverdrawn(account, availableCents, returnId));
}
