// Compares the accounts of a copy with the present ones. Earlier entries must be equal, and later entries must lead to
// the present balance.

import { isDeepStrictEqual } from 'node:util';
import { type AccountRef, accountIdOf, accountKey } from '../../lib/base/account-ref.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import type { Books } from './books.ts';

/**
 * `account` is in the form that operators use. Amounts are in cents. `byType` contains the sums of the entries posted
 * after the restored second; debits are negative.
 */
type Moved = {
  account: string;
  entries: number;
  creditCents: number;
  debitCents: number;
  byType: Record<string, number>;
};

export type EntryDifference = {
  accounts: number;
  opened: number;
  moved: Moved[];
  wrong: { account: string; what: string }[];
  /** The accounts that had an entry shortly before or after the restored second. */
  moving: Set<string>;
};

const perPage = 100;
const entriesPerPage = 1_000;

export async function compareEntries(
  then: Books,
  now: Books,
  at: Date,
  withinMs: number,
): Promise<EntryDifference> {
  const found: EntryDifference = { accounts: 0, opened: 0, moved: [], wrong: [], moving: new Set() };
  const known = new Set<string>();
  for await (const page of accountsOf(then)) {
    for (const account of page) {
      known.add(accountKey(account));
      found.accounts += 1;
      await compareAccount(account);
    }
  }
  for await (const page of accountsOf(now))
    for (const account of page) {
      if (known.has(accountKey(account))) continue;
      found.opened += 1;
      await compareAccount(account);
    }
  return found;

  async function compareAccount(account: AccountRef): Promise<void> {
    const id = accountIdOf(account);
    const wrong = (what: string) => void found.wrong.push({ account: id, what });
    const balance = await now.accounts.get(account);
    if (!balance) return wrong('its balance row is gone');
    const moved: Moved = { account: id, entries: 0, creditCents: 0, debitCents: 0, byType: {} };
    let postedCents = 0;
    const before = entriesOf(then, account);
    for await (const entry of entriesOf(now, account, balance.seq)) {
      const time = Date.parse(entry.time);
      if (Math.abs(time - at.getTime()) <= withinMs) found.moving.add(accountKey(account));
      const cents = entry.direction === 'CREDIT' ? entry.amountCents : -entry.amountCents;
      postedCents += cents;
      const { value: same } = await before.next();
      if (same) {
        if (!isDeepStrictEqual(same, entry)) wrong(`entry ${same.seq} was changed, or is gone`);
        continue;
      }
      moved.entries += 1;
      moved[cents < 0 ? 'debitCents' : 'creditCents'] += Math.abs(cents);
      moved.byType[entry.type] = (moved.byType[entry.type] ?? 0) + cents;
    }
    const { value: gone } = await before.next();
    if (gone) wrong(`entry ${gone.seq} is gone`);
    if (balance.postedCents !== postedCents)
      wrong(`the balance row says ${balance.postedCents} cents, its entries add up to ${postedCents}`);
    if (moved.entries > 0) found.moved.push(moved);
  }
}

async function* accountsOf({ directory }: Books): AsyncGenerator<AccountRef[]> {
  for (const shard of directory.shards) {
    let after = '';
    for (;;) {
      const page = await directory.list(shard, after, perPage);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < perPage) break;
      after = accountKey(last);
    }
  }
}

/**
 * Yields the entries from the first one up to a sequence number. Later entries are left out, because they were posted
 * after the balance row was read.
 */
async function* entriesOf(
  { statement }: Books,
  account: AccountRef,
  upTo = Number.POSITIVE_INFINITY,
): AsyncGenerator<Entry, undefined> {
  let after = { at: '', id: 0 };
  for (;;) {
    const page = await statement.listAfter(account, after, entriesPerPage);
    yield* page.filter(({ seq }) => seq <= upTo);
    const last = page.at(-1);
    if (!last || last.seq >= upTo || page.length < entriesPerPage) return undefined;
    after = { at: last.time, id: last.seq };
  }
}
