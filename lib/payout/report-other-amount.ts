// Reports that the network has another amount under our reference than the approved and held amount. This opens an
// incident, logs an error and counts a metric with an alarm. It runs before the same answer ends the transfer, so that
// a crash between the two does not lose the difference.

import { type Cents, toDecimalText } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

type Subject = { cashoutId: number } | { chargebackId: number };

/**
 * Reports the difference.
 * @param state `done`: the network reports that the money was sent; `open`: that the money will be sent
 */
export async function reportOtherAmount(
  deps: Base & WithMoney,
  about: Subject,
  { approvedCents, otherCents, state }: { approvedCents: Cents; otherCents: Cents; state: 'done' | 'open' },
): Promise<void> {
  const [difference, words] = [otherCents - approvedCents, state === 'done' ? 'has paid' : 'is paying'];
  deps.log.error('network reports another amount', { ...about, outcome: state }, undefined);
  await deps.incidents.insert({
    id: `${'cashoutId' in about ? `cashout-${about.cashoutId}` : `chargeback-${about.chargebackId}`}-other-amount-${state}`,
    at: deps.now().toISOString(),
    kind: 'other_amount_paid',
    ...about,
    details: `the network ${words} ${toDecimalText(otherCents)} instead of the approved ${toDecimalText(approvedCents)}: ${signed(difference)}`,
  });
}

/** Returns the reported amount minus the approved amount, with its sign: "+8990.00". */
function signed(difference: number): string {
  const size = toDecimalText(Math.abs(difference) as Cents);
  return difference < 0 ? `-${size}` : `+${size}`;
}
