// Finds the earlier payout that a cashout may repeat. The note of a payee and amount names only the latest cashout with
// this payee and amount. The row of each cashout names the earlier cashout that it may repeat. The search follows these
// rows until it finds a cashout that is paid or open.

import type { Base } from '../platform/deps.ts';
import { type DuplicateRule, duplicateSince } from '../rules/duplicates.ts';
import type { WithCashouts } from './deps.ts';
import { isPaidOrOpen } from './duplicate.ts';

/**
 * The search skips at most this many cashouts that ended without payment. Then it returns the next cashout, whatever its
 * status.
 */
const endedMax = 25;

/** The earlier payout. `batchId`: the batch of which it pays a line. */
export type Earlier = { id: number; batchId?: string | undefined };

/**
 * Returns the earlier payout, or undefined if there is none.
 * @param latest the cashout in the note, which is within the period of the rule
 * @param at creation time of the new cashout (ISO, UTC)
 */
export async function findDuplicate(
  { cashouts }: Base & WithCashouts,
  rule: DuplicateRule,
  latest: number,
  at: string,
): Promise<Earlier | undefined> {
  const since = duplicateSince(rule, at);
  let id = latest;
  for (let ended = 0; ended < endedMax; ended++) {
    const row = await cashouts.get(id);
    if (row && row.createdAt < since) return undefined;
    if (!row || isPaidOrOpen(row)) return { id, batchId: row?.batchId };
    if (row.possibleDuplicateOf === undefined) return undefined;
    id = row.possibleDuplicateOf;
  }
  return { id };
}
