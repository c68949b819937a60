// Stores the recoveries of payouts: one row for each payment, and a row in the list of open recoveries while it is not
// over. Both are in the table of MED cases. Recoveries are rare, so one list is enough.

import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import { isOver, type Recovery } from './recovery.ts';

const openList = 'OPEN_RECOVERIES';
const keyOf = (cashoutId: number) => ({ pk: `RECOVERY#${cashoutId}`, sk: 'RECOVERY' });
const openKey = (cashoutId: number) => ({ pk: openList, sk: String(cashoutId) });

export type RecoveryRows = ReturnType<typeof makeRecoveryRows>;

export function makeRecoveryRows(db: Database) {
  const table = db.config.MED_CASES_TABLE;
  const rows = keyedRowsOf<Recovery>(db, 'MED_CASES_TABLE');
  const open = keyedRowsOf<{ cashoutId: number }>(db, 'MED_CASES_TABLE');

  async function get(cashoutId: number): Promise<Recovery | undefined> {
    const row = await rows.get(keyOf(cashoutId));
    if (!row) return undefined;
    const { pk: _pk, sk: _sk, ...recovery } = row;
    return recovery;
  }

  return {
    get,

    /** Stores a recovery if its payment has none. Returns false if the payment has one of another request. */
    async insert(recovery: Recovery): Promise<boolean> {
      const { cashoutId, attempt } = recovery;
      const made = await transact(db, [
        {
          Put: {
            TableName: table,
            Item: { ...recovery, ...keyOf(cashoutId) },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        { Put: { TableName: table, Item: { cashoutId, ...openKey(cashoutId) } } },
      ]);
      return made.done || (await get(cashoutId))?.attempt === attempt;
    },

    /**
     * Changes a recovery that has not changed since it was read. A recovery that is over leaves the open list.
     * @returns the recovery after the change, or undefined if it was changed in the meantime
     */
    async change(read: Recovery, change: Partial<Recovery>, gone: readonly (keyof Recovery)[] = []) {
      const kept = Object.fromEntries(
        Object.entries(read).filter(([name]) => !gone.includes(name as keyof Recovery)),
      ) as Recovery;
      const next: Recovery = { ...kept, ...change, revision: read.revision + 1 };
      const row: Action = {
        Put: {
          TableName: table,
          Item: { ...next, ...keyOf(read.cashoutId) },
          ConditionExpression: '#revision = :seen',
          ExpressionAttributeNames: { '#revision': 'revision' },
          ExpressionAttributeValues: { ':seen': read.revision },
        },
      };
      const left: Action[] = isOver(next)
        ? [{ Delete: { TableName: table, Key: openKey(read.cashoutId) } }]
        : [];
      return (await transact(db, [row, ...left])).done ? next : undefined;
    },

    /** Lists the payments whose recovery is not over. */
    async listOpen(): Promise<number[]> {
      return (await open.query({ pk: openList })).map(({ cashoutId }) => cashoutId);
    },
  };
}
