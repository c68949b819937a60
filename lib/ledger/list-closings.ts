// Reads an account's balance at the end of each of several days. Each day costs one query of one item, however many
// entries the day has. All queries run at the same time.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { type Cents, cents } from '../base/money.ts';
import { addDays, saoPauloDayRange } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { WithStatement } from './deps.ts';

/** The balances of consecutive days. `before`: at the beginning of the first day. `ends`: at the end of each day. */
export type Closings = { before: Cents; ends: readonly { day: string; balanceCents: Cents }[] };

/**
 * Reads the balances. Refuses a caller that may not see the account.
 * @param days consecutive days of São Paulo (YYYY-MM-DD), at most 31
 */
export async function listClosings(
  deps: Base & WithAccounts & WithStatement,
  caller: Identity,
  ref: AccountRef,
  days: readonly [string, ...string[]],
): Promise<Closings> {
  await findAccount(deps, caller, ref);
  const last = async (start: string, end: string) =>
    (await deps.statement.list(ref, { start, end, limit: 1, direction: 'next' }))[0]?.balanceCents;
  const [opening, ...found] = await Promise.all([
    last(new Date(0).toISOString(), saoPauloDayRange(addDays(days[0], -1)).to),
    ...days.map((day) => {
      const { from, to } = saoPauloDayRange(day);
      return last(from, to);
    }),
  ]);
  const before = opening ?? cents(0);
  let balanceCents = before;
  const ends = days.map((day, index) => {
    balanceCents = found[index] ?? balanceCents;
    return { day, balanceCents };
  });
  return { before, ends };
}
