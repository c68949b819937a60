// One page of an account's entries, once the caller may see them.

import type { AccountRef } from '../account.ts';
import type { Core } from '../deps.ts';
import { type Entry, entryCursor } from '../ledger.ts';
import { type AskedCursor, cutPage, type Direction, type Page } from '../page.ts';
import type { Identity } from '../tokens.ts';
import { findAccount } from './find-account.ts';

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
