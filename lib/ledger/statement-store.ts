// Statement entries: append-only, one partition per account, in time order. Written by the ledger only.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cursor, Direction } from '../base/page.ts';
import { queryPage } from '../platform/page-query.ts';
import { backOff, type Database, queryUpTo } from '../platform/table.ts';
import type { Entry } from './entry.ts';

/** Time first, then the account's sequence: text order is posting order. */
function positionOf({ at, id }: Cursor): string {
  return `${at}#${String(id).padStart(16, '0')}`;
}

/** @param border the entry's key in the index `border`, if it belongs there (lib/ledger/border.ts) */
export function entryItem(account: AccountRef, entry: Entry, border?: string) {
  const position = positionOf({ at: entry.time, id: entry.seq });
  return { account: accountKey(account), position, ...entry, ...(border ? { border } : {}) };
}

/** Whether a number is missing between two entries, or between the cursor and the first entry. */
function hasGap(entries: readonly Entry[], cursor: number | undefined): boolean {
  return entries.some(({ seq }, index) => {
    const before = entries[index - 1]?.seq ?? cursor;
    return before !== undefined && Math.abs(seq - before) !== 1;
  });
}

/** Entries that the last step of `timeOf` reads. */
const near = 100;

/** Tries to read a page without a gap: a transaction's writes become visible within milliseconds. */
const looks = 4;

export type Statement = ReturnType<typeof makeStatement>;

export function makeStatement(db: Database) {
  const table = db.config.STATEMENT_TABLE;

  const of = (account: AccountRef) => ({
    table,
    partitionName: 'account',
    partition: accountKey(account),
    positionName: 'position',
  });

  /** The newest entries between two instants, newest first. */
  async function lastOf(account: AccountRef, start: string, end: string, limit: number): Promise<Entry[]> {
    return (await queryPage(db, of(account), { start, end, limit, direction: 'next' })) as Entry[];
  }

  return {
    /**
     * When the entry with this number was posted. Numbers grow with time, so that the time is found by narrowing the
     * range: each step reads one entry, the last step up to a hundred. An entry before the range counts as posted at
     * its start, an entry after the range as posted at its end.
     */
    async timeOf(account: AccountRef, seq: number, { start, end }: { start: string; end: string }) {
      const [last] = await lastOf(account, start, end, 1);
      if (!last || last.seq < seq) return end;
      // Entries up to `low` have lesser numbers. `high` has this one or a greater.
      let low = { at: Date.parse(start) - 1, seq: 0 };
      let high = last;
      for (let isHalving = false; high.seq - seq >= near; isHalving = !isHalving) {
        const until = Date.parse(high.time);
        if (until - low.at <= 1) break;
        const share = isHalving ? 0.5 : (seq - low.seq) / (high.seq - low.seq);
        const guess = low.at + Math.floor(share * (until - low.at));
        const at = Math.min(Math.max(guess, low.at + 1), until - 1);
        const [found] = await lastOf(account, start, new Date(at).toISOString(), 1);
        if (found && found.seq >= seq) high = found;
        else low = { at, seq: found?.seq ?? low.seq };
      }
      const entries = await lastOf(account, start, high.time, near);
      return entries.find((entry) => entry.seq === seq)?.time ?? entries.at(-1)?.time ?? start;
    },

    /**
     * Entries with start <= time <= end, at most `limit`, on one side of the cursor: newest first for `next`,
     * oldest first for `previous`. One query; it costs what it returns. The entries of one transaction become
     * visible one after the other: while one is missing between others, the page is read again.
     */
    async list(
      account: AccountRef,
      range: { start: string; end: string; limit: number; cursor?: Cursor; direction: Direction },
    ): Promise<Entry[]> {
      const cursor = range.cursor && positionOf(range.cursor);
      const isInside = range.cursor && range.start <= range.cursor.at && range.cursor.at <= range.end;
      for (let look = 1; ; look++) {
        const entries = (await queryPage(db, of(account), { ...range, cursor })) as Entry[];
        // A caller may also send a cursor that we never gave.
        if (!hasGap(entries, isInside ? range.cursor?.id : undefined) || look === looks) return entries;
        await backOff(db, look);
      }
    },

    /** Entries after a place in the statement, oldest first, at most `limit`. */
    async listAfter(account: AccountRef, after: Cursor, limit: number): Promise<Entry[]> {
      const rows = await queryUpTo(db, limit, {
        TableName: table,
        KeyConditionExpression: 'account = :account AND #position > :after',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: { ':account': accountKey(account), ':after': positionOf(after) },
        ConsistentRead: true,
      });
      return rows as Entry[];
    },
  };
}
