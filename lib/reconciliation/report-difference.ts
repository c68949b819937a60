// Reports a difference in the ledger: one incident, and an error in the log each time the difference is found.

import type { AccountRef } from '../base/account-ref.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import { type Difference, type DifferenceKind, differenceId } from './reconciliation.ts';

export type Reported = { incidentId: string; account: AccountRef; kind: DifferenceKind; details: string };

/**
 * Reports the difference.
 * @param since the last entry number at which the account agreed; it does not change while the difference exists
 */
export async function reportDifference(
  deps: Base & WithMoney,
  { branch, number }: AccountRef,
  difference: Difference,
  since: number,
): Promise<Reported> {
  const account = { branch, number };
  const { kind, details } = difference;
  const incidentId = differenceId(account, since, difference);
  deps.log.error('ledger difference', { incidentId, difference: kind }, undefined);
  await deps.incidents.insert({
    id: incidentId,
    at: deps.now().toISOString(),
    kind: 'ledger_difference',
    account,
    details: `${kind}: ${details}`,
  });
  return { incidentId, account, kind, details };
}
