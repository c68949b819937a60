// The cashouts of a batch's lines. They are created only while the batch is PAYING, in one transaction with that check.

import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Inserted } from '../cashout/cashout-store.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import type { BatchStatus } from './batch.ts';
import { batchKey } from './batch-keys.ts';

/** The fields of a cashout that a line needs. */
export type Ending = Pick<
  Cashout,
  'id' | 'status' | 'endToEndId' | 'failureText' | 'failureCode' | 'reservedAt'
>;

export function makeLineCashouts(db: Database) {
  return {
    /**
     * Creates cashouts of a batch that is PAYING, all or none.
     * @returns `stopped` if it is not PAYING any more; the rows that already have one of the ids; or nothing
     */
    async createCashouts(
      id: string,
      cashouts: readonly Cashout[],
    ): Promise<'stopped' | readonly Cashout[] | undefined> {
      const result = await transact(db, [whilePaying(id), ...cashouts.map(putCashout)]);
      if (result.done) return undefined;
      const [check, ...puts] = result.broken;
      if (check) return 'stopped';
      return puts.flatMap((broken) => (broken ? [broken.row as Cashout] : []));
    },

    /** The same for one cashout with a note for the account's rule about duplicates. Refuses if the batch is not PAYING. */
    async createNoted(id: string, cashout: Cashout, note: Action | undefined): Promise<Inserted> {
      const result = await transact(db, [whilePaying(id), putCashout(cashout), ...(note ? [note] : [])]);
      if (result.done) return { inserted: true };
      const [check, existing, noted] = result.broken;
      if (check) return refuse('batch_in_wrong_status');
      if (existing) return { inserted: false, existing: existing.row as Cashout };
      return { inserted: false, earlier: noted?.row?.cashoutId as number };
    },

    /** How cashouts stand. It may lag behind the table for a moment. */
    async readEndings(ids: readonly number[]): Promise<Ending[]> {
      const only = ['id', 'status', 'endToEndId', 'failureText', 'failureCode', 'reservedAt'] as const;
      const keys = ids.map((id) => ({ table: db.config.CASHOUTS_TABLE, key: { id }, only, mayLag: true }));
      return (await readAll(db, keys)).filter((row) => row !== undefined) as unknown as Ending[];
    },

    /** Whole rows by their ids, in the given order. */
    async readCashouts(ids: readonly number[]): Promise<(Cashout | undefined)[]> {
      const keys = ids.map((id) => ({ table: db.config.CASHOUTS_TABLE, key: { id } }));
      return (await readAll(db, keys)) as unknown as (Cashout | undefined)[];
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

  function putCashout(cashout: Cashout): Action {
    return {
      Put: {
        TableName: db.config.CASHOUTS_TABLE,
        Item: cashout,
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
  }
}
