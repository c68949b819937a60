// Lists the rows of a table whose pending work is due now, from the sparse index `pending` (lib/platform/open-work.ts).

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/** The fields of a row in the index, in addition to its key: its account, and the time at which its work is due. */
export type DueKey = { account: string; dueAt: string };

/**
 * Selects the rows of one shard whose work is due by `now`: at most `most` rows. Pages are read only while `hasTime()`.
 */
export type Listing = { shard: string; now: string; most: number; hasTime: () => boolean };

/**
 * Lists the due rows of one shard, oldest first. The index may lag behind the table, so callers must read each row
 * before they act on it.
 */
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
