// Reads entries of money that entered or left this institution, by time, from the statement's index `border`. The index
// lags behind its table for a moment.

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
      // '~' sorts after every digit, so all entries of the last millisecond are included.
      ExpressionAttributeValues: { ':border': border, ':from': `${from}#`, ':to': `${to}#~` },
    });

  return {
    /**
     * Lists the entries of a range. This costs one query for each shard and day of the range, plus the size of the
     * result.
     */
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
