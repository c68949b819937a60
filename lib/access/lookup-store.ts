// Each client's budget of look-ups: one row for all containers, written by conditional updates. The highest price is reserved
// before a look-up, and what it did not cost is given back, so that no number of calls at once spends more than there is.

import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { refuse } from '../base/errors.ts';
import { remember } from '../base/remember.ts';
import { lookupKey } from '../platform/keys.ts';
import { conditionFailed, type Database } from '../platform/table.ts';
import {
  type LookupOutcome,
  lookupBounds,
  lookupPriceMax,
  lookupPrices,
  lookupSpan,
  lookupWait,
} from './lookup-budget.ts';

const clientsMax = 1_000;
const tries = 5;

/** `open`: the look-ups under way. By their names a write that is sent twice is done once. */
type BudgetRow = { fullAt?: number; open?: ReadonlySet<string> };

/** @returns the name of the look-up, or the seconds to wait */
export type Reservation = { name: string } | { waitSeconds: number };

export type Lookups = ReturnType<typeof makeLookups>;

export function makeLookups(db: Database) {
  const budget = { capacity: db.config.LOOKUPS_CAPACITY, perMinute: db.config.LOOKUPS_PER_MINUTE };
  /** When the bucket of a client will be full, as its row was last seen. */
  const known = new Map<string, number>();

  async function write(
    clientId: string,
    update: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<{ done: boolean; row: BudgetRow }> {
    const Key = lookupKey(clientId);
    const given = { TableName: db.config.ACCOUNTS_TABLE, Key, ReturnValues: 'UPDATED_NEW' as const };
    const failing = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
    try {
      const { Attributes } = await db.client.send(new UpdateCommand({ ...given, ...failing, ...update }));
      return { done: true, row: (Attributes ?? {}) as BudgetRow };
    } catch (error) {
      const failed = conditionFailed(error);
      if (!failed) throw error;
      return { done: false, row: (failed.row ?? {}) as BudgetRow };
    }
  }

  async function reserve(clientId: string): Promise<Reservation> {
    const name = db.token();
    const time = db.now().getTime();
    const { full, last } = lookupBounds(budget, time);
    const cost = lookupSpan(budget, lookupPriceMax);
    const names = new Set([name]);
    let fullAt = known.get(clientId);
    for (let attempt = 1; attempt <= tries; attempt++) {
      const isFull = fullAt === undefined || fullAt < full;
      const { done, row } = await write(
        clientId,
        isFull
          ? {
              // Those that were under way have long paid: nothing is given back for them.
              UpdateExpression: 'SET fullAt = :fullAt, #open = :names',
              ConditionExpression: 'attribute_not_exists(fullAt) OR fullAt < :full',
              ExpressionAttributeNames: { '#open': 'open' },
              ExpressionAttributeValues: { ':fullAt': full + cost, ':full': full, ':names': names },
            }
          : {
              UpdateExpression: 'SET fullAt = fullAt + :cost ADD #open :names',
              ConditionExpression: 'fullAt BETWEEN :full AND :last AND NOT contains(#open, :name)',
              ExpressionAttributeNames: { '#open': 'open' },
              ExpressionAttributeValues: {
                ':cost': cost,
                ':full': full,
                ':last': last,
                ':names': names,
                ':name': name,
              },
            },
      );
      fullAt = row.fullAt;
      if (fullAt !== undefined) remember(known, clientId, fullAt, clientsMax);
      // Our own write, whose acknowledgement was lost.
      if (done || row.open?.has(name)) return { name };
      if (fullAt !== undefined && fullAt > last)
        return { waitSeconds: lookupWait(budget, time, fullAt, row.open?.size ?? 0) };
    }
    return refuse('unavailable');
  }

  return {
    /** Takes the highest price. Refuses with `unavailable` when the row cannot be written: nobody is looked up uncounted. */
    reserve: (clientId: string): Promise<Reservation> =>
      reserve(clientId).catch((error) => refuse('unavailable', undefined, error)),

    /** Gives back what the look-up did not cost, once. */
    async settle(clientId: string, name: string, outcome: LookupOutcome): Promise<void> {
      const back = lookupSpan(budget, lookupPriceMax) - lookupSpan(budget, lookupPrices[outcome]);
      const { row } = await write(clientId, {
        UpdateExpression: 'SET fullAt = fullAt - :back DELETE #open :names',
        ConditionExpression: 'contains(#open, :name)',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':back': back, ':names': new Set([name]), ':name': name },
      });
      if (row.fullAt !== undefined) remember(known, clientId, row.fullAt, clientsMax);
    },
  };
}
