// The network has another amount under our reference than the one that was approved and held: told to a person at once,
// as an incident, an error in the log and a number with an alarm. It is written before the end that may follow from the
// same word, so that a process that dies in between has not lost the difference.

import type { Core } from '../app/deps.ts';
import { type Cents, toDecimalText } from '../base/money.ts';

type Subject = { cashoutId: number } | { chargebackId: number };

/** @param state whether the network says that the money has left, or only what it is about to do */
export async function reportOtherAmount(
  deps: Core,
  about: Subject,
  { approvedCents, otherCents, state }: { approvedCents: Cents; otherCents: Cents; state: 'done' | 'open' },
): Promise<void> {
  const [difference, words] = [otherCents - approvedCents, state === 'done' ? 'has paid' : 'is paying'];
  deps.log.error('network has another amount', { ...about, outcome: state }, undefined);
  await deps.incidents.insert({
    id: `${'cashoutId' in about ? `cashout-${about.cashoutId}` : `chargeback-${about.chargebackId}`}-other-amount-${state}`,
    at: deps.now().toISOString(),
    kind: 'other_amount_paid',
    ...about,
    details: `network ${words} ${toDecimalText(otherCents)}, approved are ${toDecimalText(approvedCents)}: ${signed(difference)}`,
  });
}

/** "+8990.00": so much more than approved. */
function signed(difference: number): string {
  const size = toDecimalText(Math.abs(difference) as Cents);
  return difference < 0 ? `-${size}` : `+${size}`;
}
