// Stores the event feed of each account. Events are in the order of recording and numbered without gaps, so a reader
// that has read up to a number has missed no earlier event. This file records the events that do not belong to a row,
// each id once. The events of a row are recorded together with the row's write (feed-store.ts).

import type { Watches } from '../account/watch-store.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import type { Action, Database } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { AccountEvent } from './event.ts';
import { eventPosition, type FeedPage, nextNumber, type RecordedEvent, unpackPage } from './feed-page.ts';
import { type FeedEnds, feedRows, lastPosition, makeFeeds } from './feed-store.ts';

/** Position of an event in its account's feed. `page`: number of the first event of the event's page. */
export type Position = { sequence: number; page: number };

/** Letters sort after digits, so the rows of ids are not among the pages of the feed. */
const idPosition = (id: string) => `id#${id}`;

export type Events = ReturnType<typeof makeEvents>;

export function makeEvents(db: Database, watches: Pick<Watches, 'ensure'>) {
  const pages = feedRows(db);
  const feeds = makeFeeds(db, watches);

  /** Returns the page that contains the number, or the last page before it. */
  async function pageAt(account: string, sequence: number): Promise<FeedPage[]> {
    const between = [eventPosition(1), eventPosition(sequence)] as const;
    return pages.query({ account, position: { between } }, { limit: 1, newestFirst: true });
  }

  /**
   * Returns pages from a number on, with `limit` events in total. Reads in steps, because the number of events on a
   * page is only known after the page is read.
   */
  async function pagesFrom(account: string, sequence: number, limit: number): Promise<FeedPage[]> {
    const found: FeedPage[] = [];
    let [from, events] = [sequence, 0];
    for (let wanted = Math.ceil(limit / 4); ; ) {
      const between = [eventPosition(from), lastPosition] as const;
      const some = await pages.query({ account, position: { between } }, { limit: wanted });
      found.push(...some);
      events += some.reduce((sum, { count }) => sum + count, 0);
      const last = found.at(-1);
      if (!last || some.length < wanted || events >= limit) return found;
      from = nextNumber(last);
      wanted = Math.ceil(((limit - events) * found.length) / events);
    }
  }

  /**
   * Appends events of one account to the account's feed.
   * @returns undefined if one of the events is already recorded
   */
  async function appendAll(events: readonly AccountEvent[]): Promise<Position[] | undefined> {
    const result = await write(events);
    return 'positions' in result ? result.positions : undefined;
  }

  async function appendOne(event: AccountEvent): Promise<Position> {
    const result = await write([event]);
    return 'positions' in result ? (result.positions[0] as Position) : result.before;
  }

  /** Appends events of one account in the given order. For each event, a pointer is stored by the event's id. */
  async function write(
    events: readonly AccountEvent[],
  ): Promise<{ positions: Position[] } | { before: Position }> {
    const [{ account }] = events as [AccountEvent];
    const positionsFrom = (ends: FeedEnds): Position[] => {
      const page = ends.get(accountKey(account)) as number;
      return events.map((_, index) => ({ sequence: page + index, page }));
    };
    const point = (ends: FeedEnds) => {
      const positions = positionsFrom(ends);
      return events.map(({ id }, index) => pointer(account, id, positions[index] as Position));
    };
    const result = await feeds.recordWith(point, events);
    if (result.done) return { positions: positionsFrom(result.ends) };
    const known = result.broken.find(Boolean)?.row as Position | undefined;
    invariant(known, 'the pointer of an event that is recorded already is returned');
    return { before: { sequence: known.sequence, page: known.page } };
  }

  const pointer = (account: AccountRef, id: string, position: Position): Action => ({
    Put: {
      TableName: db.config.EVENTS_TABLE,
      Item: { account: accountKey(account), position: idPosition(id), ...position },
      ConditionExpression: 'attribute_not_exists(account)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  });

  return {
    /**
     * Lists events after a sequence number, oldest first. Two queries run in parallel: one for the page with the
     * number, one for the pages after it. Pages become visible one by one, so the list ends before the first missing
     * number.
     */
    async list(account: AccountRef, after: number, limit: number): Promise<RecordedEvent[]> {
      if (after >= Number.MAX_SAFE_INTEGER - 1) return [];
      const key = accountKey(account);
      const [first, others] = await Promise.all([pageAt(key, after + 1), pagesFrom(key, after + 2, limit)]);
      const found = [...first, ...others].flatMap(unpackPage).filter(({ sequence }) => sequence > after);
      return found.filter(({ sequence }, index) => sequence === after + 1 + index).slice(0, limit);
    },

    /** Returns the number of the feed's last event; 0 if the feed is empty. */
    async lastNumber(account: AccountRef): Promise<number> {
      const [last] = await pageAt(accountKey(account), Number.MAX_SAFE_INTEGER);
      return nextNumber(last) - 1;
    },

    /**
     * Returns the events of a page.
     * @param page number of the page's first event
     */
    async getPage(account: AccountRef, page: number): Promise<RecordedEvent[] | undefined> {
      const found = await pages.get({ account: accountKey(account), position: eventPosition(page) });
      return found && unpackPage(found);
    },

    /**
     * Appends an event to its account's feed, once.
     * @returns the event's position
     */
    append: together(db, {
      rowOf: ({ account }: AccountEvent) => accountKey(account),
      causeOf: ({ id }) => id,
      // The actions are one for each pointer, and one for the page.
      actionsOf: (events) => events + 1,
      doAll: appendAll,
      doOne: appendOne,
    }),
  };
}
