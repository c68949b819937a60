// Keeps a payment to an unknown key. The money stays at the PSP until a person assigns the payment to an account.

import type { AccountRef } from '../base/account-ref.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';
import type { ImposedReturn } from './payment.ts';
import type { UnassignedPayment } from './waiting-payment-store.ts';

/**
 * Keeps the payment and its returns.
 * @returns the account to which the payment was credited in the meantime, if its returns must be debited there
 */
export async function leaveUnassigned(
  deps: Base & WithMoney,
  payment: UnassignedPayment,
  returns: readonly ImposedReturn[],
): Promise<AccountRef | undefined> {
  const { endToEndId, amountCents } = payment;
  deps.log.error('unassigned payment', {}, undefined);
  const incident = {
    id: `payment_received-${endToEndId}`,
    at: deps.now().toISOString(),
    kind: 'unassigned_payment',
    details: `payment ${endToEndId} of ${amountCents} cents matches no account`,
  } as const;
  if (await deps.incoming.giveUp({ kind: 'payment_received', endToEndId }, incident, payment))
    deps.metrics.count('PaymentsUnassigned');
  let isKept = true;
  for (const one of returns) isKept = (await deps.waitingPayments.keepReturn(endToEndId, one)) && isKept;
  if (!isKept) await leaveReturns(deps, endToEndId, returns);
  return isKept ? undefined : (await deps.incoming.findReceived(endToEndId))?.account;
}

/**
 * Opens incidents for the returns of a payment that was left to a person before the service stored waiting payments.
 * Returns cannot be stored with such a payment.
 */
async function leaveReturns(
  deps: Base & WithMoney,
  endToEndId: string,
  returns: readonly ImposedReturn[],
): Promise<void> {
  if (await deps.incoming.findReceived(endToEndId)) return;
  deps.log.error('network event cannot be applied', {}, undefined);
  for (const { returnId, amountCents } of returns) {
    const incident = {
      id: `return-${returnId}`,
      at: deps.now().toISOString(),
      kind: 'network_event_not_applied',
      details: `return of ${amountCents} cents of the unassigned payment ${endToEndId}`,
    } as const;
    await deps.incoming.giveUp({ kind: 'return_imposed', returnId }, incident);
  }
}
