// One page of an account's entries. Refuses a caller that may not see the account.

import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { type AskedCursor, cutPage, type Direction, type Page } from '../base/page.ts';
import { type Entry, entryCursor } from './entry.ts';

export type StatementRange = {
  start: string;
  end: string;
  limit: number;
  cursor?: AskedCursor;
  direction: Direction;
};

export async function listStatement(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
  range: StatementRange,
): Promise<Page<Entry>> {
  await findAccount(deps, caller, ref);
  const { cursor: asked, ...rest } = range;
  const cursor = asked && {
    id: asked.id,
    at: asked.at ?? (await deps.statement.timeOf(ref, asked.id, range)),
  };
  const entries = await deps.statement.list(ref, {
    ...rest,
    limit: range.limit + 1,
    ...(cursor ? { cursor } : {}),
  });
  return cutPage(entries, range.limit, range.direction, cursor === undefined, entryCursor);
}
