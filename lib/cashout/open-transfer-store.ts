// Counts an account's transfers in progress, which are its PROCESSING cashouts in the sparse index `open`. The index
// may lag behind its table for a moment.

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeMemory } from '../base/memory.ts';
import type { Database, Row } from '../platform/table.ts';
import type { CashoutStatus } from './cashout.ts';
import { type Count, hasCapacity, isDue, noCount } from './open-capacity.ts';
import { openPartitionsOf } from './open-partition.ts';

/** Maximum number of accounts in a container's memory. */
const knownMax = 10_000;

export type OpenTransfers = ReturnType<typeof makeOpenTransfers>;

export function makeOpenTransfers(db: Database, now: () => Date) {
  const { CASHOUTS_TABLE: table, OPEN_TRANSFERS_MAX: most } = db.config;
  const counts = makeMemory<string, Count>(knownMax);

  /**
   * Counts the rows of an account in the index, or only the rows with one status. Stops once the maximum is reached.
   */
  async function count(account: AccountRef, only?: CashoutStatus): Promise<number> {
    let open = 0;
    const countPart = async (part: string) => {
      let after: Row | undefined;
      do {
        const { Count = 0, LastEvaluatedKey } = await db.client.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'open',
            KeyConditionExpression: 'openAccount = :part',
            ...(only
              ? { FilterExpression: '#status = :only', ExpressionAttributeNames: { '#status': 'status' } }
              : {}),
            ExpressionAttributeValues: { ':part': part, ...(only ? { ':only': only } : {}) },
            Select: 'COUNT',
            ExclusiveStartKey: after,
          }),
        );
        open += Count;
        after = LastEvaluatedKey;
      } while (after && open < most);
    };
    await Promise.all(openPartitionsOf(account).map(countPart));
    return open;
  }

  return {
    /**
     * Returns how many scheduled cashouts of an account may start now. All rows of the index count, because a cashout
     * that was already given to the workers may still be NEW.
     */
    capacityToStart: async (account: AccountRef): Promise<number> =>
      Math.max(0, most - (await count(account))),

    /** Returns whether an account may have one more transfer in progress. If so, the transfer is counted. */
    async letThrough(ref: AccountRef): Promise<boolean> {
      const account = accountKey(ref);
      const nowMs = now().getTime();
      let known = counts.get(account) ?? { ...noCount };
      if (isDue(known, nowMs, most)) known = { atMs: nowMs, open: await count(ref, 'PROCESSING'), passed: 0 };
      counts.keep(account, known);
      if (!hasCapacity(known, most)) return false;
      known.passed += 1;
      return true;
    },
  };
}
