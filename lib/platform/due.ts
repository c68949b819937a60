// Lists the rows of a table whose pending work is due, from the sparse index `pending` (lib/platform/open-work.ts).

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/** The index's fields of a row besides its key: its account, and when it is due. */
export type DueKey = { account: string; dueAt: string };

/** Rows of a shard to list: due by `now`, at most `most`. Pages are read only while `hasTime()`. */
export type Listing = { shard: string; now: string; most: number; hasTime: () => boolean };

/** Due rows of one shard, oldest first. The index may lag behind the table, so it is only a hint. */
export async function listDue<Key>(
  db: Database,
  table: string,
  { shard, now, most, hasTime }: Listing,
  keyOf: (row: Row) => Key,
): Promise<(Key & DueKey)[]> {
  const query = {
    TableName: table,
    IndexName: 'pending',
    KeyConditionExpression: '#shard = :shard AND dueAt <= :now',
    ExpressionAttributeNames: { '#shard': 'shard' },
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
  };
  const rows = await queryUpTo(db, most, query, hasTime);
  return rows.map((row) => ({
    ...keyOf(row),
    account: accountKey(row.account as AccountRef),
    dueAt: String(row.dueAt),
  }));
}
