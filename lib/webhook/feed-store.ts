// Appends to the event feeds of accounts. In each feed, the events of one transaction are one page. A page gets the
// number after the last event. The write fails if another page already has this number. The account is watched
// (lib/account/watch.ts), so that resume-stalled starts the deliveries if nothing else does.

import type { Watches } from '../account/watch-store.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { contention } from '../platform/cancellations.ts';
import { rowsOf } from '../platform/rows.ts';
import {
  type Action,
  type Broken,
  backOff,
  conflictTriesMax,
  type Database,
  transactOnce,
} from '../platform/table.ts';
import type { AccountEvent } from './event.ts';
import { eventPosition, type FeedPage, nextNumber, packPage } from './feed-page.ts';

/** The numbers that the next events of feeds will get, by account key. */
export type FeedEnds = ReadonlyMap<string, number>;

export function feedRows(db: Database) {
  return rowsOf<FeedPage, 'account', 'position'>(db, {
    table: 'EVENTS_TABLE',
    partition: 'account',
    sort: 'position',
  });
}

export const lastPosition = eventPosition(Number.MAX_SAFE_INTEGER);

export type Recorded = { done: true; ends: FeedEnds } | { done: false; broken: Broken[] };

export type Feeds = ReturnType<typeof makeFeeds>;

export function makeFeeds(db: Database, watches: Pick<Watches, 'ensure'>) {
  const rows = feedRows(db);

  /** Reads the next free number of each account's feed. The number must be read again before each attempt to append. */
  async function readEnds(accounts: readonly AccountRef[]): Promise<FeedEnds> {
    const ends = accounts.map(async (account) => {
      const between = [eventPosition(1), lastPosition] as const;
      const where = { account: accountKey(account), position: { between } };
      const [[last]] = await Promise.all([
        rows.query(where, { limit: 1, newestFirst: true }),
        watches.ensure(account),
      ]);
      return [accountKey(account), nextNumber(last)] as const;
    });
    return new Map(await Promise.all(ends));
  }

  /**
   * Builds the database actions that append events, one for each account. An action fails if the account's feed has
   * grown since the feed's end was read.
   */
  function append(ends: FeedEnds, events: readonly AccountEvent[]): Action[] {
    return [...Map.groupBy(events, ({ account }) => accountKey(account))].map(([account, own]) => ({
      Put: {
        TableName: db.config.EVENTS_TABLE,
        Item: packPage(account, ends.get(account) as number, own),
        ConditionExpression: 'attribute_not_exists(account)',
      },
    }));
  }

  return {
    readEnds,
    append,

    /**
     * Records events together with the writes that they report: all or none. If a feed has grown in the meantime, the
     * transaction is tried again at the feed's new end.
     * @returns `broken`: for each write, the row that failed its condition
     */
    async recordWith(
      writesFor: (ends: FeedEnds) => readonly Action[],
      events: readonly AccountEvent[],
    ): Promise<Recorded> {
      const byAccount = Map.groupBy(events, ({ account }) => accountKey(account));
      const accounts = [...byAccount.values()].map(([event]) => (event as AccountEvent).account);
      for (let attempt = 1; ; attempt++) {
        const ends = await readEnds(accounts);
        const writes = writesFor(ends);
        const result = await transactOnce(db, [...writes, ...append(ends, events)]);
        if (result.done) return { done: true, ends };
        const broken = result.broken.slice(0, writes.length);
        if (broken.some(Boolean)) return { done: false, broken };
        if (attempt === conflictTriesMax)
          throw contention('events not recorded: too many conflicting writes to the feed');
        await backOff(db, attempt);
      }
    },
  };
}
