// The events of money that moves without a cashout: payments received, and chargebacks.

import { invariant } from '../base/errors.ts';
import { cents } from '../base/money.ts';
import { presentChargeback } from '../cashout/present.ts';
import type { Received } from '../cashout/receipt.ts';
import { type Chargeback, isInternal } from '../chargeback/chargeback.ts';
import type { FeeCharged } from '../network/event.ts';
import { type AccountEvent, makeEvent } from '../webhook/event.ts';
import type { EventType } from '../webhook/webhook.ts';
import { presentChargebackCashIn, presentFee, presentPayment, presentSentPayment } from './present.ts';

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

/** What is to be told of a chargeback as it stands: that the network has taken it on, and its end. */
export function chargebackEvents(chargeback: Chargeback): AccountEvent[] {
  const isTaken = chargeback.acceptedAt && !chargeback.acceptanceTold && !isInternal(chargeback);
  return [...(isTaken ? [accepted(chargeback)] : []), ...(chargeback.owesEvent ? ends(chargeback) : [])];
}

/** Outside the house the money leaves when the network takes the refund on, before its end. */
function accepted(chargeback: Chargeback): AccountEvent {
  const { id, account, acceptedAt: at, debitCode: code, request } = chargeback;
  invariant(at, 'an accepted chargeback has a time of that');
  const movement = {
    direction: 'DEBIT',
    type: 'PIX_CHARGEBACK',
    amountCents: request.amountCents,
    code,
  } as const;
  return makeEvent(
    { account, id: `chargeback-${id}-accepted`, at, type: 'chargeback.accepted', types: ['INTEGRATION'] },
    presentChargeback({ ...chargeback, status: 'PENDING' }),
    movement,
  );
}

function ends(chargeback: Chargeback): AccountEvent[] {
  const { id, account, endedAt: at, payment, request, acceptedAt, debitCode, creditCode } = chargeback;
  const { amountCents } = request;
  invariant(at, 'a chargeback that owes its event has ended');
  const inside = isInternal(chargeback);
  const debit = { direction: 'DEBIT', type: 'PIX_CHARGEBACK', amountCents, code: debitCode } as const;
  const back = { direction: 'CREDIT', type: 'PIX_CHARGEBACK_REFUND', amountCents, code: creditCode } as const;
  const isDone = chargeback.status === 'SUCCESS';
  const name = isDone ? 'succeeded' : 'rejected';
  const types: EventType[] = inside ? ['INTEGRATION', 'INTERNAL'] : ['INTEGRATION'];
  const movement = isDone ? (inside ? debit : undefined) : acceptedAt ? back : undefined;
  const own = makeEvent(
    { account, id: `chargeback-${id}-${name}`, at, type: `chargeback.${name}`, types },
    presentChargeback(chargeback),
    movement,
  );
  return payment.payer.account && isDone ? [own, payersEvent(chargeback, at)] : [own];
}

/** The payer's, under ids of the payer's own. */
function payersEvent(chargeback: Chargeback, at: string): AccountEvent {
  const { payment, payerCode: code, request } = chargeback;
  const account = payment.payer.account;
  invariant(account, 'inside the house the payer has an account');
  const data = presentChargebackCashIn(chargeback);
  // One from before there were places in the payer's statement keeps the id that it may have been told under.
  const id =
    code === undefined
      ? `cashin-${chargeback.id}-received`
      : `cashin-${data.transaction_id}-received-${code}`;
  const { amountCents } = request;
  return makeEvent({ account, id, at, type: 'cashin.received', types: ['CASHIN', 'INTERNAL'] }, data, {
    direction: 'CREDIT',
    type: 'PIX_CASHOUT_REFUND',
    amountCents,
    code,
  });
}
