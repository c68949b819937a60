// Lists the rows of a table whose pending work is due, from the sparse index `pending`
// (lib/platform/open-work.ts).

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/** What the index has of a row besides its key: its account, and since when it is due. */
export type DueKey = { account: string; dueAt: string };

/** Rows of a lane to list: due by `now`, at most `most`. Further calls only while `hasTime()`. */
export type Listing = { lane: string; now: string; most: number; hasTime: () => boolean };

/** Due rows of one lane, oldest first. The index may lag behind the table, so it is only a hint. */
export async function listDue<Key>(
  db: Database,
  table: string,
  { lane, now, most, hasTime }: Listing,
  keyOf: (row: Row) => Key,
): Promise<(Key & DueKey)[]> {
  const query = {
    TableName: table,
    IndexName: 'pending',
    KeyConditionExpression: 'lane = :lane AND dueAt <= :now',
    ExpressionAttributeValues: { ':lane': lane, ':now': now },
  };
  const rows = await queryUpTo(db, most, query, hasTime);
  return rows.map((row) => ({
    ...keyOf(row),
    account: accountKey(row.account as AccountRef),
    dueAt: String(row.dueAt),
  }));
}
