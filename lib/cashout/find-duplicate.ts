// Finds the earlier payout that a cashout may repeat. A note per payee and amount has only the latest cashout. Each row
// names the cashout that it may have repeated, so the search follows these names to one that is paid or open.

import { type DuplicateRule, duplicateSince } from '../rules/duplicates.ts';
import type { Core } from './deps.ts';
import { isPaidOrOpen } from './duplicate.ts';

/** The search skips at most this many cashouts that ended unpaid. The next one is reported, whatever its status. */
const endedMax = 25;

/**
 * @param latest the cashout that was noted last, within the period of the rule
 * @param at creation time of the new cashout (ISO, UTC)
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
