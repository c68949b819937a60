// Stores the cashouts of a batch's lines. They are created only while the batch is PAYING: the same transaction checks
// the batch's status.

import type { Cashout } from '../cashout/cashout.ts';
import { putNew } from '../cashout/cashout-store.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import type { BatchStatus } from './batch.ts';
import { batchKey } from './batch-keys.ts';

/** The fields of a cashout that its line needs. */
export type Ending = Pick<
  Cashout,
  'id' | 'status' | 'endToEndId' | 'failureText' | 'failureCode' | 'reservedAt'
>;

export function makeLineCashouts(db: Database) {
  return {
    /** Builds the condition that a batch is PAYING, for a transaction that starts one of the batch's lines. */
    whilePaying,

    /**
     * Creates cashouts of a batch that is PAYING, all or none.
     * @returns undefined if all were created; `stopped` if the batch is not PAYING any more; otherwise the existing
     * rows with the same ids
     */
    async createCashouts(
      id: string,
      cashouts: readonly Cashout[],
    ): Promise<'stopped' | readonly Cashout[] | undefined> {
      const result = await transact(db, [whilePaying(id), ...cashouts.map((cashout) => putNew(db, cashout))]);
      if (result.done) return undefined;
      const [check, ...puts] = result.broken;
      if (check) return 'stopped';
      return puts.flatMap((broken) => (broken ? [broken.row as Cashout] : []));
    },

    /** Reads the current state of cashouts. The read may lag behind the table for a moment. */
    async readEndings(ids: readonly number[]): Promise<Ending[]> {
      const only = ['id', 'status', 'endToEndId', 'failureText', 'failureCode', 'reservedAt'] as const;
      const keys = ids.map((id) => ({ table: db.config.CASHOUTS_TABLE, key: { id }, only, mayLag: true }));
      return (await readAll(db, keys)).filter((row) => row !== undefined) as unknown as Ending[];
    },
  };

  function whilePaying(id: string): Action {
    const paying: BatchStatus = 'PAYING';
    return {
      ConditionCheck: {
        TableName: db.config.BATCHES_TABLE,
        Key: batchKey(id),
        ConditionExpression: '#status = :paying',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':paying': paying },
      },
    };
  }
}
