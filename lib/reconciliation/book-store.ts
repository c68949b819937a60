// Stores the results of comparing our books with those of each PSP: one row for each day, and one for each difference. A
// difference that no longer exists is marked as resolved, and never deleted.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../base/errors.ts';
import { change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Database, putIfAbsent, readRows } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { NotCompared } from './coverage.ts';
import { differencesAt, type PlaceDay } from './place-day.ts';
import type { DayBalance } from './psp-balance.ts';
import type { PspDifference } from './psp-reconciliation.ts';

/**
 * State of a day. `waiting`: the PSP has not made its statement yet. `cut short`: the run had no time left, and the
 * next run continues. `open`: something differs, is in progress or is unanswered. `settled`: everything was compared
 * and agrees.
 */
type DayState = 'waiting' | 'cut short' | 'open' | 'settled';

export type DayCounts = {
  /** Number of movements that both sides have, if at least one side has them on this day. */
  agree: number;
  onTheirWay: number;
  /** Number of movements that wait for a person, each with its own incident. */
  waiting: number;
  /** Number of movements about which the PSP gave no clear answer. */
  unanswered: number;
  differences: number;
};

export type DayRow = PlaceDay & {
  state: DayState;
  /** Number of full comparisons of the day. */
  passes: number;
  /** Time at which the schedule compares the day again (ISO, UTC). */
  nextAt: string;
  updatedAt: string;
  /** The PSP's name of the statement, and the time at which it was first ordered. */
  statementName?: string;
  orderedAt?: string;
  /** The last candidate of a run that was cut short. The next run starts after this candidate. */
  cursor?: string;
  counts: DayCounts;
  /** Reasons why the PSP's lists or its statement may be incomplete. */
  faults: string[];
  balance?: DayBalance;
  /** Our movements of the day that the PSP has no list for. */
  notCompared: NotCompared[];
  /** Whether the statement's fees were charged to the accounts, if accounts bear them. */
  feesCharged?: true;
};

export type StoredDifference = PspDifference & {
  place: string;
  day: string;
  line: string;
  state: 'open' | 'resolved';
  foundAt: string;
  resolvedAt?: string;
};

const dayKey = ({ place, day }: PlaceDay) => ({ day, line: `day#${place}` });
const differenceKey = ({ place, day }: PlaceDay, key: string) => ({
  day,
  line: `${differencesAt(place)}${key}`,
});

export type Books = ReturnType<typeof makeBooks>;

export function makeBooks(db: Database) {
  const table = (): string => {
    invariant(db.config.BOOKS_TABLE, 'a function that compares books has BOOKS_TABLE');
    return db.config.BOOKS_TABLE;
  };

  const differences = rowsOf<StoredDifference, 'day', 'line'>(db, {
    table: 'BOOKS_TABLE',
    partition: 'day',
    sort: 'line',
  });

  const dayRows = rowsOf<DayRow & { line: string }, 'day', 'line'>(db, {
    table: 'BOOKS_TABLE',
    partition: 'day',
    sort: 'line',
  });

  return {
    /** Reads the rows of up to a hundred days of an account at a PSP, by day. */
    async getDays(place: string, days: readonly string[]): Promise<Map<string, DayRow>> {
      const rows = await readRows(
        db,
        days.map((day) => ({ table: table(), key: dayKey({ place, day }) })),
      );
      return new Map((rows as (DayRow | undefined)[]).flatMap((row) => (row ? [[row.day, row]] : [])));
    },

    async putDay(row: DayRow): Promise<void> {
      await db.client.send(new PutCommand({ TableName: table(), Item: { ...row, ...dayKey(row) } }));
    },

    /** Lists the rows of one day, one for each account at a PSP. */
    listDay: (day: string): Promise<DayRow[]> =>
      dayRows.query({ day, line: { between: ['day#', 'day#~'] } }, { limit: Number.POSITIVE_INFINITY }),

    /** Lists a day's differences after the difference `after`, including resolved differences. */
    async listDifferences(
      { place, day }: PlaceDay,
      after = '',
      limit = Number.POSITIVE_INFINITY,
    ): Promise<StoredDifference[]> {
      const own = differencesAt(place);
      if (after && !after.startsWith(own)) return [];
      // The range starts right after the difference `after`, because '!' sorts before every letter and digit and '~'
      // after them.
      const between = [after ? `${after}!` : own, `${own}~`] as const;
      return differences.query({ day, line: { between } }, { limit });
    },

    /** Records a difference once. A difference that was resolved is opened again. */
    async openDifference(of: PlaceDay, difference: PspDifference, foundAt: string): Promise<void> {
      const key = differenceKey(of, difference.key);
      const item = { ...difference, ...key, place: of.place, state: 'open', foundAt };
      if (await putIfAbsent(db, table(), item, 'line')) return;
      await updateRow(
        db,
        table(),
        key,
        change({ set: { state: 'open' }, remove: ['resolvedAt'], when: 'attribute_exists(#line)' }),
      );
    },

    async resolveDifference(of: PlaceDay, key: string, resolvedAt: string): Promise<void> {
      await differences.update(differenceKey(of, key), {
        set: { state: 'resolved', resolvedAt },
        seen: { state: 'open' },
      });
    },
  };
}
