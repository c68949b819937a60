// What is due among a table's open rows, by the sparse index `owed` that they stand in (lib/open-work.ts).

import type { AccountRef } from '../cashout.ts';
import { accountKey } from '../ledger.ts';
import { type Door, queryUpTo, type Row } from './table.ts';

/** What the index knows of a row besides its key: whose it is, and since when it is due. */
export type DueKey = { account: string; dueAt: string };

/** Rows of one lane whose time has come, oldest first. The index may lag: what it says is only a hint. */
export async function listDue<Key>(
  door: Door,
  table: string,
  lane: string,
  now: string,
  limit: number,
  keyOf: (row: Row) => Key,
): Promise<(Key & DueKey)[]> {
  const rows = await queryUpTo(door, limit, {
    TableName: table,
    IndexName: 'owed',
    KeyConditionExpression: 'lane = :lane AND dueAt <= :now',
    ExpressionAttributeValues: { ':lane': lane, ':now': now },
  });
  return rows.map((row) => ({
    ...keyOf(row),
    account: accountKey(row.account as AccountRef),
    dueAt: String(row.dueAt),
  }));
}
