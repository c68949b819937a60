// A payment to no key of ours: the money is at the PSP and waits for a person to say whose it is.

import type { Core } from '../deps.ts';
import type { ImposedReturn } from '../receipt.ts';
import type { UnassignedPayment } from '../stores/waiting-payments.ts';

export async function leaveUnassigned(
  deps: Core,
  payment: UnassignedPayment,
  returns: readonly ImposedReturn[],
): Promise<void> {
  const { endToEndId, amountCents } = payment;
  deps.log.error('payment for no account of ours', {}, undefined);
  const incident = {
    id: `payment_received-${endToEndId}`,
    at: deps.now().toISOString(),
    kind: 'unassigned_payment',
    details: `payment ${endToEndId} of ${amountCents} cents for no account of ours`,
  } as const;
  if (await deps.incoming.giveUp({ kind: 'payment_received', endToEndId }, incident, payment))
    deps.metrics.count('PaymentsUnassigned');
  for (const one of returns) await deps.waitingPayments.keepReturn(endToEndId, one);
}
