// All rows of a kind to which something is still owed, due or not: the keys from the sparse index `due`, the rows
// themselves read strongly. The index may lag a moment behind its table.

import { lanesOf, type WorkKind } from '../open-work.ts';
import { type Door, type Key, queryAll, type Row, readRows } from './table.ts';

const batchMax = 100;

export async function readOpenRows(
  door: Door,
  table: string,
  kind: WorkKind,
  keyName: string,
): Promise<Row[]> {
  const lanes = await Promise.all(
    lanesOf(kind).map((lane) =>
      queryAll(door, {
        TableName: table,
        IndexName: 'due',
        KeyConditionExpression: 'lane = :lane',
        ExpressionAttributeValues: { ':lane': lane },
      }),
    ),
  );
  // A row that is put off while it is listed may be listed twice.
  const keys = new Set(lanes.flat().map((row) => row[keyName] as string | number));
  return readAll(
    door,
    [...keys].map((key) => ({ table, key: { [keyName]: key } })),
  );
}

/** Strongly consistent reads of any number of rows; those that do not exist are left out. */
export async function readAll(door: Door, keys: readonly { table: string; key: Key }[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += batchMax) {
    const read = await readRows(door, keys.slice(start, start + batchMax));
    rows.push(...read.filter((row) => row !== undefined));
  }
  return rows;
}
