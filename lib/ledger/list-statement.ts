// Reads one page of an account's entries. Refuses a caller that may not see the account.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { type AskedCursor, type Direction, type Page, readPage } from '../base/page.ts';
import type { Base } from '../platform/deps.ts';
import type { WithStatement } from './deps.ts';
import { type Entry, entryCursor } from './entry.ts';

export type StatementRange = {
  start: string;
  end: string;
  limit: number;
  cursor?: AskedCursor;
  direction: Direction;
};

export async function listStatement(
  deps: Base & WithAccounts & WithStatement,
  caller: Identity,
  ref: AccountRef,
  range: StatementRange,
): Promise<Page<Entry>> {
  await findAccount(deps, caller, ref);
  const { cursor: asked } = range;
  const cursor = asked && {
    id: asked.id,
    at: asked.at ?? (await deps.statement.timeOf(ref, asked.id, range)),
  };
  const { start, end } = range;
  return readPage(
    { ...range, cursor },
    (wanted) => deps.statement.list(ref, { start, end, ...wanted, withOwn: true }),
    entryCursor,
  );
}
