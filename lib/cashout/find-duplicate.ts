// Finds the earlier payout that a cashout may repeat. The note of a payee and amount has the latest cashout only, and each row names
// the one that it may have repeated itself: so one that is paid or open is found, whatever became of those after it.

import { type DuplicateRule, duplicateSince } from '../rules/duplicates.ts';
import type { Core } from './deps.ts';
import { isPaidOrOpen } from './duplicate.ts';

/** So many that have ended unpaid are passed over; the next one counts, however it has ended. */
const endedMax = 25;

/**
 * @param latest the cashout that was noted last, within the time of the rule
 * @param at of the new cashout (ISO, UTC)
 */
export async function findDuplicate(
  { cashouts }: Core,
  rule: DuplicateRule,
  latest: number,
  at: string,
): Promise<number | undefined> {
  const since = duplicateSince(rule, at);
  let id = latest;
  for (let ended = 0; ended < endedMax; ended++) {
    const row = await cashouts.get(id);
    if (row && row.createdAt < since) return undefined;
    if (!row || isPaidOrOpen(row)) return id;
    if (row.possibleDuplicateOf === undefined) return undefined;
    id = row.possibleDuplicateOf;
  }
  return id;
}
