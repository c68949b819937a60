// Finds the events about a row that contain personal data, by ids and numbers, and blanks them in their pages of the
// feed.

import { accountKey } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import {
  eventPosition,
  type FeedPage,
  packPage,
  type RecordedEvent,
  unpackPage,
} from '../webhook/feed-page.ts';
import { feedRows, lastPosition } from '../webhook/feed-store.ts';
import { blankBody } from './blank-body.ts';
import type { Trail } from './place.ts';

/** Number of pages that are read in parallel. */
const pagesAtOnce = 50;

export type Trails = ReturnType<typeof makeTrails>;

export function makeTrails(db: Database) {
  const pages = feedRows(db);
  const pointers = rowsOf<{ account: string; position: string; page: number }, 'account', 'position'>(db, {
    table: 'EVENTS_TABLE',
    partition: 'account',
    sort: 'position',
  });

  /** Returns the pages of a range of event numbers. The first page may begin before the range. */
  async function* between(
    account: string,
    [first, last]: readonly [number, number],
  ): AsyncGenerator<FeedPage> {
    const until = last >= Number.MAX_SAFE_INTEGER ? lastPosition : eventPosition(last);
    const before = { between: [eventPosition(1), eventPosition(first)] as const };
    const some = await pages.query({ account, position: before }, { limit: 1, newestFirst: true });
    yield* some;
    for (let from = some[0] ? Number(some[0].position) + some[0].count : first; ; ) {
      if (eventPosition(from) > until) return;
      const range = { between: [eventPosition(from), until] as const };
      const more = await pages.query({ account, position: range }, { limit: pagesAtOnce });
      yield* more;
      const end = more.at(-1);
      if (!end || more.length < pagesAtOnce) return;
      from = Number(end.position) + end.count;
    }
  }

  /** Returns the pages of events that are found by their ids. */
  async function* pointedAt(account: string, prefix: string): AsyncGenerator<FeedPage> {
    const found = await pointers.query({ account, position: { startsWith: `id#${prefix}` } });
    for (const page of new Set(found.map((one) => one.page))) {
      const one = await pages.get({ account, position: eventPosition(page) });
      if (one) yield one;
    }
  }

  async function* pagesOf({ account, prefix, numbers }: Trail): AsyncGenerator<FeedPage> {
    yield* pointedAt(accountKey(account), prefix);
    if (numbers) yield* between(accountKey(account), numbers);
  }

  const isAbout = ({ prefix }: Trail, { id }: RecordedEvent) => id.startsWith(prefix);

  return {
    /**
     * Blanks every event about the row. A repeated call changes nothing.
     * @returns number of changed events; undefined if a page was changed in the meantime
     */
    async blank(trail: Trail): Promise<number | undefined> {
      let count = 0;
      for await (const page of pagesOf(trail)) {
        const events = unpackPage(page);
        const changed = events.map((event) =>
          isAbout(trail, event) ? { ...event, body: blankBody(event.body) } : event,
        );
        const different = changed.filter(({ body }, index) => body !== events[index]?.body).length;
        if (different === 0) continue;
        const { packed } = packPage(page.account, Number(page.position), changed);
        const { account, position } = page;
        const expression = change({
          set: { packed },
          when: '#packed = :packed',
          values: { packed: page.packed },
        });
        const written = await updateRow(db, db.config.EVENTS_TABLE, { account, position }, expression);
        if (!written.done) return undefined;
        count += different;
      }
      return count;
    },
  };
}
