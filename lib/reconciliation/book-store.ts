// Results of the comparison of our books with a PSP's: one row per day, and one per difference. A difference that no
// longer exists is marked as resolved, and never deleted.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../base/errors.ts';
import { change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Database, putIfAbsent, readRows } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { DayBalance } from './psp-balance.ts';
import type { PspDifference } from './psp-reconciliation.ts';

/**
 * `waiting`: the PSP has not made its statement yet. `cut short`: the next run continues. `open`: something differs, is
 * in progress or is unanswered. `settled`: compared in full, and everything agrees.
 */
type DayState = 'waiting' | 'cut short' | 'open' | 'settled';

export type DayCounts = {
  /** Movements on both sides, where at least one side has this day. */
  agree: number;
  onTheirWay: number;
  /** Movements that wait for a person, each with its own incident. */
  waiting: number;
  /** Movements about which the PSP gave no clear answer. */
  unanswered: number;
  differences: number;
};

export type DayRow = {
  /** YYYY-MM-DD, in São Paulo. */
  day: string;
  state: DayState;
  /** Number of full comparisons. */
  passes: number;
  /** When the schedule compares it again (ISO, UTC). */
  nextAt: string;
  updatedAt: string;
  /** The PSP's name of the statement, and the time of the first order. */
  statementName?: string;
  orderedAt?: string;
  /** The last candidate of a run that was cut short. The next run starts after it. */
  cursor?: string;
  counts: DayCounts;
  /** Why the PSP's lists or its statement may be incomplete. */
  faults: string[];
  balance?: DayBalance;
  /** The statement's fees were charged to the accounts, if accounts bear them. */
  feesCharged?: true;
};

export type StoredDifference = PspDifference & {
  day: string;
  line: string;
  state: 'open' | 'resolved';
  foundAt: string;
  resolvedAt?: string;
};

const dayKey = (day: string) => ({ day, line: 'day' });
const differenceKey = (day: string, key: string) => ({ day, line: `difference#${key}` });

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

  return {
    /** The rows of up to a hundred days, by day. */
    async getDays(days: readonly string[]): Promise<Map<string, DayRow>> {
      const rows = await readRows(
        db,
        days.map((day) => ({ table: table(), key: dayKey(day) })),
      );
      return new Map((rows as (DayRow | undefined)[]).flatMap((row) => (row ? [[row.day, row]] : [])));
    },

    async putDay(row: DayRow): Promise<void> {
      await db.client.send(new PutCommand({ TableName: table(), Item: { ...row, ...dayKey(row.day) } }));
    },

    /** A day's differences after a given one, including resolved ones. */
    listDifferences(day: string, after = '', limit = Number.POSITIVE_INFINITY): Promise<StoredDifference[]> {
      // '!' sorts before every letter and digit, '~' after them.
      const between = [after ? `${after}!` : 'difference#', 'difference#~'] as const;
      return differences.query({ day, line: { between } }, { limit });
    },

    /** Records a difference once. A resolved one is opened again. */
    async openDifference(day: string, difference: PspDifference, foundAt: string): Promise<void> {
      const key = differenceKey(day, difference.key);
      const item = { ...difference, ...key, state: 'open', foundAt };
      if (await putIfAbsent(db, table(), item, 'line')) return;
      await updateRow(
        db,
        table(),
        key,
        change({ set: { state: 'open' }, remove: ['resolvedAt'], when: 'attribute_exists(#line)' }),
      );
    },

    async resolveDifference(day: string, key: string, resolvedAt: string): Promise<void> {
      await differences.update(differenceKey(day, key), {
        set: { state: 'resolved', resolvedAt },
        seen: { state: 'open' },
      });
    },
  };
}
