// Assigns a payment to an account. A payment to an unknown key waits until a person assigns it. The assignment sends a
// notice, which credits the payment like any other notice. A second assignment sends the notice again, but the payment
// is credited once.

import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { cents, toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Base } from '../platform/deps.ts';
import { returnMarker } from '../platform/keys.ts';
import type { WithMoney, WithQueues } from './deps.ts';

export async function showPayment(deps: Base & WithMoney, endToEndId: string) {
  const credited = await deps.incoming.findCredited(endToEndId);
  const waiting = credited ? undefined : await deps.waitingPayments.find(endToEndId);
  const payment = credited?.payment ?? waiting?.payment;
  if (!payment) refuse('payment_not_waiting');
  const account = credited?.payment.account ?? waiting?.assignedTo;
  const returns = credited?.returns ?? (await deps.waitingPayments.keptReturns(endToEndId));
  const { payer, amountCents, at, transactionId } = payment;
  return {
    payment: endToEndId,
    state: credited ? 'credited' : waiting?.assignedTo ? 'assigned' : 'waiting',
    amount: toDecimal(cents(amountCents)),
    at,
    transaction_id: transactionId,
    key: waiting?.payment.named?.key ?? null,
    txid: waiting?.payment.named?.txid ?? null,
    payer_name: payer.name ?? null,
    payer_legal_id: payer.legalId ? maskTaxId(payer.legalId) : null,
    payer_instution: payer.ispb ?? null,
    account: account ? accountIdOf(account) : null,
    incident: waiting?.incidentId ?? null,
    returns: returns.map((one) => ({
      end_to_end_id: one.returnId,
      amount: toDecimal(cents(one.amountCents)),
      nature: one.nature ?? null,
      at: one.at,
    })),
  };
}

export async function assignPayment(
  deps: Base & WithAccounts & WithMoney & WithQueues,
  endToEndId: string,
  ref: AccountRef,
  requireShown: (assignedTo: AccountRef | undefined) => void = () => {},
) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  if (account.status !== 'ACTIVE') refuse('account_is_closed');
  // The payment may be a returned cashout that was already credited as a return. Such a payment does not wait.
  const returned = await deps.markers.get(returnMarker(endToEndId));
  if (returned && !returned.isLeftToPerson) refuse('payment_not_waiting');
  const waiting = await deps.waitingPayments.find(endToEndId);
  if (!waiting) refuse('payment_not_waiting');
  requireShown(waiting.assignedTo);
  if (!(await deps.waitingPayments.assign(endToEndId, ref, waiting.assignedTo)))
    refuse((await deps.waitingPayments.find(endToEndId)) ? 'values_changed' : 'payment_not_waiting');
  // The QR code is removed, because the payer chose it and the person who assigns the payment names only the account.
  const { named: _, qrCodeId: __, ...payment } = waiting.payment;
  await deps.queues.sendEvent({ ...payment, account: ref, assigned: true });
  return {
    payment: endToEndId,
    account: accountIdOf(ref),
    amount: toDecimal(cents(payment.amountCents)),
    message: 'Payment assigned. It will be credited in a moment',
  };
}
