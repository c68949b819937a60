// One conditional update of one row, retried when it conflicts with a transaction.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { change } from './expression.ts';
import { conditionFailed, type Database, type Key, type Row, withoutConflict } from './table.ts';

/** `row`: the row that broke the condition; undefined if there is no such row. */
export type Updated = { done: true } | { done: false; row: Row | undefined };

export async function updateRow(
  db: Database,
  table: string,
  key: Key,
  expression: ReturnType<typeof change>,
): Promise<Updated> {
  const write = new UpdateCommand({ TableName: table, Key: key, ...expression });
  try {
    await withoutConflict(db, () => db.client.send(write));
    return { done: true };
  } catch (error) {
    const failed = conditionFailed(error);
    if (!failed) throw error;
    return { done: false, row: failed.row };
  }
}
