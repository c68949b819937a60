// Entries of money that entered or left this institution, by their time, from the index `border` of the
// statement. The index lags a moment behind its table.

import { addDays, saoPauloDay } from '../base/time.ts';
import { bordersOf } from '../ledger/border.ts';
import { type EntryItem, entriesOf } from '../ledger/entry-item.ts';
import { type Database, queryAll } from '../platform/table.ts';
import type { BorderEntry, Range } from './psp-movements.ts';

export type BorderEntries = ReturnType<typeof makeBorderEntries>;

export function makeBorderEntries(db: Database) {
  const listPart = (border: string, { from, to }: Range) =>
    queryAll(db, {
      TableName: db.config.STATEMENT_TABLE,
      IndexName: 'border',
      KeyConditionExpression: 'border = :border AND #position BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#position': 'position' },
      // '~' sorts after every digit: all entries of the last millisecond are inside.
      ExpressionAttributeValues: { ':border': border, ':from': `${from}#`, ':to': `${to}#~` },
    });

  return {
    /** Costs one query for each lane of each day that the range touches, plus what it returns. */
    async list(range: Range): Promise<BorderEntry[]> {
      const days: string[] = [];
      for (let day = saoPauloDay(range.from); day <= saoPauloDay(range.to); day = addDays(day, 1))
        days.push(day);
      const parts = days.flatMap(bordersOf).map((border) => listPart(border, range));
      const items = (await Promise.all(parts)).flat() as EntryItem[];
      return items.flatMap((item) =>
        entriesOf(item).map(({ entry }) => ({ account: item.account, ...entry })),
      );
    },
  };
}
