// Makes one conditional update of one row. An update that conflicts with a transaction is tried again.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { change } from './expression.ts';
import { conditionFailed, type Database, type Key, type Row, withoutConflict } from './table.ts';

/**
 * Result of an update. `row`: the row after the update if `ALL_NEW` was requested, or the row that failed the
 * condition, if it exists.
 */
export type Updated = { done: boolean; row: Row | undefined };

export async function updateRow(
  db: Database,
  table: string,
  key: Key,
  expression: ReturnType<typeof change>,
  answer?: 'ALL_NEW',
): Promise<Updated> {
  const write = new UpdateCommand({ TableName: table, Key: key, ReturnValues: answer, ...expression });
  try {
    const { Attributes } = await withoutConflict(db, () => db.client.send(write));
    return { done: true, row: Attributes };
  } catch (error) {
    const failed = conditionFailed(error);
    if (!failed) throw error;
    return { done: false, row: failed.row };
  }
}
