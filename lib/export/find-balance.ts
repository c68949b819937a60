// Finds the balance of an account at an instant, which is the balance of its last entry until then.

import type { AccountRef } from '../base/account-ref.ts';
import { type Cents, cents } from '../base/money.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Base } from '../platform/deps.ts';

export const everStart = '1900-01-01T00:00:00.000Z';

/** Returns the last entry until an instant (inclusive). */
export async function lastEntryAt(
  { statement }: Pick<Base & WithStatement, 'statement'>,
  account: AccountRef,
  at: string,
): Promise<Entry | undefined> {
  const [last] = await statement.list(account, { start: everStart, end: at, limit: 1, direction: 'next' });
  return last;
}

export async function balanceAt(
  deps: Pick<Base & WithStatement, 'statement'>,
  account: AccountRef,
  at: string,
): Promise<Cents> {
  return (await lastEntryAt(deps, account, at))?.balanceCents ?? cents(0);
}

/** Returns the last millisecond before an instant. */
export const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();

export const balanceBefore = (
  deps: Pick<Base & WithStatement, 'statement'>,
  account: AccountRef,
  at: string,
) => balanceAt(deps, account, justBefore(at));
