// Reads all rows of a kind that have pending work, whether it is due now or later. The keys come from the sparse index
// `pending`, which may lag behind its table for a moment. The rows themselves are read strongly consistently.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { chunks } from '../base/chunks.ts';
import { shardsOf, type WorkKind } from './open-work.ts';
import { type Database, queryAll, type Row, readRows, type Wanted } from './table.ts';

const perCall = 100;
const atOnce = 8;

/**
 * Lists the keys and accounts of the rows in the index. A row whose work was rescheduled during the read may be listed
 * twice.
 */
export async function listOpenKeys(db: Database, table: string, kind: WorkKind): Promise<Row[]> {
  const shards = shardsOf(kind).map((shard) =>
    queryAll(db, {
      TableName: table,
      IndexName: 'pending',
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: { ':shard': shard },
    }),
  );
  return (await Promise.all(shards)).flat();
}

/** Reads the rows with pending work of these accounts. Rows of other accounts are not read. */
export async function readOpenRows(
  db: Database,
  table: string,
  kind: WorkKind,
  keyName: string,
  accounts: readonly AccountRef[],
): Promise<Row[]> {
  const wanted = new Set(accounts.map(accountKey));
  const all = await listOpenKeys(db, table, kind);
  const listed = all.filter(({ account }) => wanted.has(accountKey(account as AccountRef)));
  const keys = [...new Set(listed.map((row) => row[keyName] as string | number))];
  const rows = await readAll(
    db,
    keys.map((key) => ({ table, key: { [keyName]: key } })),
  );
  return rows.filter((row) => row !== undefined);
}

/** Reads any number of rows with `readRows`, in the given order. */
export async function readAll(db: Database, keys: readonly Wanted[]): Promise<(Row | undefined)[]> {
  const calls = chunks(keys, perCall);
  const rows: (Row | undefined)[] = [];
  for (let from = 0; from < calls.length; from += atOnce) {
    const some = calls.slice(from, from + atOnce).map((call) => readRows(db, call));
    rows.push(...(await Promise.all(some)).flat());
  }
  return rows;
}
