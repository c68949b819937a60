// The results of comparing our books with a PSP's: a row for each day, and one for each of its differences. A
// difference that is gone is marked as resolved, and never removed.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../base/errors.ts';
import { change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Database, putIfAbsent, readRows } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { DayBalance } from './psp-balance.ts';
import type { PspDifference } from './psp-reconciliation.ts';

/**
 * `waiting`: the PSP has not made its statement yet. `cut short`: the next run continues. `open`: something
 * differs, is on its way or is unanswered. `settled`: compared in full, and everything agrees.
 */
type DayState = 'waiting' | 'cut short' | 'open' | 'settled';

export type DayCounts = {
  /** Movements that both sides have, of the day on at least one of them. */
  agree: number;
  onTheirWay: number;
  /** Left to a person, each with an incident of its own. */
  waiting: number;
  /** The PSP gave no clear answer about them. */
  unanswered: number;
  differences: number;
};

export type DayRow = {
  /** YYYY-MM-DD, in São Paulo. */
  day: string;
  state: DayState;
  /** How often it has been compared in full. */
  passes: number;
  /** When the schedule compares it again (ISO, UTC). */
  nextAt: string;
  updatedAt: string;
  /** The PSP's name of its statement, and when it was first ordered. */
  statementName?: string;
  orderedAt?: string;
  /** Where a run was cut short: after this candidate. */
  cursor?: string;
  counts: DayCounts;
  /** Why the PSP's lists or its statement may be incomplete. */
  faults: string[];
  balance?: DayBalance;
  /** The fees of its statement have been charged to the accounts, where they bear them. */
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
    /** The rows of some days, at most a hundred, by day. */
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

    /** Differences of a day after one of its lines, also the resolved ones. */
    listDifferences(day: string, after = '', limit = Number.POSITIVE_INFINITY): Promise<StoredDifference[]> {
      // '!' sorts right before every letter and digit, '~' after them.
      const between = [after ? `${after}!` : 'difference#', 'difference#~'] as const;
      return differences.query({ day, line: { between } }, { limit });
    },

    /** Records a difference once; a resolved one is opened again. */
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
