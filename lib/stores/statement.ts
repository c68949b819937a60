// Statement entries: append-only, one partition per account, in time order. Written by the ledger only.

import type { AccountRef } from '../cashout.ts';
import { accountKey, type Entry } from '../ledger.ts';
import type { Cursor, Direction } from '../page.ts';
import { type Door, queryUpTo } from './table.ts';

/** Time first, then the account's sequence: text order is posting order. */
function positionOf({ at, id }: Cursor): string {
  return `${at}#${String(id).padStart(16, '0')}`;
}

export function entryItem(account: AccountRef, entry: Entry) {
  return { account: accountKey(account), position: positionOf({ at: entry.time, id: entry.seq }), ...entry };
}

export type Statement = ReturnType<typeof makeStatement>;

export function makeStatement(door: Door) {
  const table = door.config.STATEMENT_TABLE;

  return {
    /**
     * Entries with start <= time <= end, at most `limit`, on one side of the cursor: newest first for `next`,
     * oldest first for `previous`. One query; it costs what it returns.
     */
    async list(
      account: AccountRef,
      range: { start: string; end: string; limit: number; cursor?: Cursor; direction: Direction },
    ): Promise<Entry[]> {
      const isNext = range.direction === 'next';
      const first = `${range.start}#`;
      // '~' sorts after every digit: all entries of the last millisecond are inside.
      const last = `${range.end}#~`;
      const cursor = range.cursor && positionOf(range.cursor);
      const from = cursor && !isNext && cursor > first ? cursor : first;
      const to = cursor && isNext && cursor < last ? cursor : last;
      if (from > to) return [];
      // BETWEEN includes the cursor's own entry: one more is read, and dropped below.
      const Items = await queryUpTo(door, range.limit + (cursor ? 1 : 0), {
        TableName: table,
        KeyConditionExpression: 'account = :account AND #position BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: { ':account': accountKey(account), ':from': from, ':to': to },
        ScanIndexForward: !isNext,
        ConsistentRead: true,
      });
      const entries = Items as (Entry & { position: string })[];
      return entries.filter((entry) => entry.position !== cursor).slice(0, range.limit);
    },
  };
}
