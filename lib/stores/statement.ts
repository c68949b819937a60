// Statement entries: append-only, one partition per account, in time order. Written by the ledger only.

import type { AccountRef } from '../cashout.ts';
import { accountKey, type Entry } from '../ledger.ts';
import type { Cursor, Direction } from '../page.ts';
import { queryPage } from './page-query.ts';
import { backOff, type Door, queryUpTo } from './table.ts';

/** Time first, then the account's sequence: text order is posting order. */
function positionOf({ at, id }: Cursor): string {
  return `${at}#${String(id).padStart(16, '0')}`;
}

/** @param border its place in the index of what crosses the house's border, if it does (lib/border.ts) */
export function entryItem(account: AccountRef, entry: Entry, border?: string) {
  const position = positionOf({ at: entry.time, id: entry.seq });
  return { account: accountKey(account), position, ...entry, ...(border ? { border } : {}) };
}

/** Whether an entry's number is not next to the one before it, or to the cursor's. */
function hasGap(entries: readonly Entry[], cursor: number | undefined): boolean {
  return entries.some(({ seq }, index) => {
    const before = entries[index - 1]?.seq ?? cursor;
    return before !== undefined && Math.abs(seq - before) !== 1;
  });
}

/** A transaction's writes take milliseconds to be seen. */
const looks = 4;

export type Statement = ReturnType<typeof makeStatement>;

export function makeStatement(door: Door) {
  const table = door.config.STATEMENT_TABLE;

  return {
    /**
     * Entries with start <= time <= end, at most `limit`, on one side of the cursor: newest first for `next`,
     * oldest first for `previous`. One query; it costs what it returns. The entries of one transaction become visible
     * one after the other: while one is missing between others, it is read again.
     */
    async list(
      account: AccountRef,
      range: { start: string; end: string; limit: number; cursor?: Cursor; direction: Direction },
    ): Promise<Entry[]> {
      const cursor = range.cursor && positionOf(range.cursor);
      const isInside = range.cursor && range.start <= range.cursor.at && range.cursor.at <= range.end;
      const of = {
        table,
        partitionName: 'account',
        partition: accountKey(account),
        positionName: 'position',
      };
      for (let look = 1; ; look++) {
        const entries = (await queryPage(door, of, { ...range, cursor })) as Entry[];
        // A cursor may also be one that we have never given.
        if (!hasGap(entries, isInside ? range.cursor?.id : undefined) || look === looks) return entries;
        await backOff(door, look);
      }
    },

    /** Entries after a place in the statement, oldest first, at most `limit`. */
    async listAfter(account: AccountRef, after: Cursor, limit: number): Promise<Entry[]> {
      const rows = await queryUpTo(door, limit, {
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
