// Stores statement entries: append-only, one partition for each account, in time order. Only the ledger writes them.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cursor, Direction } from '../base/page.ts';
import { backOff, type Database, queryUpTo } from '../platform/table.ts';
import { beside, type Entry } from './entry.ts';
import { type EntryItem, entriesOf, firstAfter, lastBefore, positionOf } from './entry-item.ts';

/** Returns whether an entry is missing between two entries, or between the cursor and the first entry. */
function hasGap(entries: readonly Entry[], cursor: number | undefined): boolean {
  return entries.some(({ seq }, index) => {
    const before = entries[index - 1]?.seq ?? cursor;
    return before !== undefined && Math.abs(seq - before) > 1;
  });
}

/** Selects entries. `withOwn`: the cursor's own entry is included. */
type Range = {
  start: string;
  end: string;
  limit: number;
  cursor?: Cursor | undefined;
  direction: Direction;
  withOwn?: boolean;
};

/** Selects the items that begin between two positions, and filters their entries. */
type Place = { from: string; to: string; isNext: boolean; isWanted: (position: string) => boolean };

/** Minimum number of items in a read. This many small items cost about one read unit. */
const itemsMin = 8;

/**
 * Returns how many items to read in the next query. An item contains one to sixteen entries. The first query reads a
 * quarter of the wanted number, the second query the estimated rest, and the last query enough items in every case.
 */
function itemsToAsk(call: number, limit: number, read: { items: number; entries: number }): number {
  const missing = limit - read.entries;
  if (call === 1) return Math.min(limit, Math.max(itemsMin, Math.ceil(limit / 4)));
  return call === 2 ? Math.min(missing, Math.ceil((missing * read.items) / read.entries)) : missing;
}

/** Converts a range to positions. `start` and `end` are inclusive. */
function placeOf({ start, end, cursor, direction, withOwn }: Range): Place {
  const isNext = direction === 'next';
  const first = `${start}#`;
  // '~' sorts after every digit, so all entries of the last millisecond are included.
  const last = `${end}#~`;
  if (!cursor) return { from: first, to: last, isNext, isWanted: () => true };
  const edge = withOwn ? { ...cursor, id: cursor.id + (isNext ? 1 : -1) } : cursor;
  const own = positionOf(edge);
  const [from, to] = [firstAfter(edge), lastBefore(edge)];
  if (isNext) return { from: first, to: to < last ? to : last, isNext, isWanted: (one) => one < own };
  return { from: from > first ? from : first, to: last, isNext, isWanted: (one) => one > own };
}

/**
 * `timeOf` narrows the range until fewer entries than these can be between its end and the wanted entry. Then it reads so
 * many entries.
 */
const near = 100;

/**
 * Maximum number of tries to read a page without a gap. The writes of a transaction become visible within milliseconds.
 */
const looks = 4;

export type Statement = ReturnType<typeof makeStatement>;

export function makeStatement(db: Database) {
  const table = db.config.STATEMENT_TABLE;

  /** Reads whole items, in up to three queries, until they contain at least `limit` entries or there are no more. */
  async function read(account: AccountRef, limit: number, place: Place): Promise<Entry[]> {
    const { from, to, isNext, isWanted } = place;
    const entries: Entry[] = [];
    let last: EntryItem | undefined;
    for (let call = 1, items = 0; from <= to; call++) {
      const asked = itemsToAsk(call, limit, { items, entries: entries.length });
      const found = (await queryUpTo(db, asked, {
        TableName: table,
        KeyConditionExpression: 'account = :account AND #position BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: { ':account': accountKey(account), ':from': from, ':to': to },
        ExclusiveStartKey: last && { account: last.account, position: last.position },
        ScanIndexForward: !isNext,
        ConsistentRead: true,
      })) as EntryItem[];
      for (const item of found) {
        const own = entriesOf(item).filter(({ position }) => isWanted(position));
        entries.push(...(isNext ? own.reverse() : own).map(({ entry }) => entry));
      }
      items += found.length;
      last = found.at(-1);
      if (found.length < asked || entries.length >= limit) break;
    }
    return entries;
  }

  /** Reads exactly the entries of a range, at most `limit`. */
  async function readRange(account: AccountRef, range: Range): Promise<Entry[]> {
    return (await read(account, range.limit, placeOf(range))).slice(0, range.limit);
  }

  /** Reads the newest entries between two instants, newest first. */
  async function lastOf(account: AccountRef, start: string, end: string, limit: number): Promise<Entry[]> {
    return readRange(account, { start, end, limit, direction: 'next' });
  }

  return {
    /**
     * Returns the time at which the entry with this number was posted. Numbers grow with time, so the range is narrowed
     * step by step: each step reads one entry, and the last step up to a hundred. An entry before the range counts as
     * posted at the start of the range, and an entry after it as posted at the end.
     */
    async timeOf(account: AccountRef, seq: number, { start, end }: { start: string; end: string }) {
      const [last] = await lastOf(account, start, end, 1);
      if (!last || last.seq < seq) return end;
      // Entries up to `low` have smaller numbers. The entry at `high` has this number or a larger one.
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
     * Reads entries with start <= time <= end, at most `limit`, on one side of the cursor: newest first for `next`,
     * oldest first for `previous`. The cost is proportional to the number of entries returned. The items of a
     * transaction become visible one after another, so the page is read again while an entry is missing between two
     * others.
     */
    async list(account: AccountRef, range: Range): Promise<Entry[]> {
      const { start, end, cursor } = range;
      // A cursor may be one that we never returned, or only a time. Then there may be no entry at that position.
      const isEntry = cursor && cursor.id !== beside.next && cursor.id !== beside.previous;
      const isInside = isEntry && start <= cursor.at && cursor.at <= end;
      for (let look = 1; ; look++) {
        const entries = await readRange(account, range);
        if (!hasGap(entries, isInside ? cursor.id : undefined) || look === looks) return entries;
        await backOff(db, look);
      }
    },

    /** Reads entries after a position, oldest first: `limit` entries or a few more, unless there are fewer. */
    async listAfter(account: AccountRef, after: Cursor, limit: number): Promise<Entry[]> {
      const own = positionOf(after);
      const place = { from: firstAfter(after), to: '~', isNext: false };
      return read(account, limit, { ...place, isWanted: (one) => one > own });
    },
  };
}
