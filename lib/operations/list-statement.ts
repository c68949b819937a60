// One page of an account's entries. Account, policy and entries are read side by side: one hop.

import { hasPolicy, isOwnAccount } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import { type Entry, entryCursor } from '../ledger.ts';
import { type Cursor, cutPage, type Direction, type Page } from '../page.ts';
import type { Identity } from '../tokens.ts';

export type StatementRange = {
  start: string;
  end: string;
  limit: number;
  cursor?: Cursor;
  direction: Direction;
};

export async function listStatement(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
  range: StatementRange,
): Promise<Page<Entry>> {
  const [{ account, policy }, entries] = await Promise.all([
    deps.accounts.getWithPolicy(ref, caller.userId),
    deps.statement.list(ref, { ...range, limit: range.limit + 1 }),
  ]);
  if (!isOwnAccount(caller, account) || !hasPolicy(caller, policy)) refuse('account_not_found');
  return cutPage(entries, range.limit, range.direction, range.cursor === undefined, entryCursor);
}
