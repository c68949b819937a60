// Stores each user's budget of look-ups: one row for all containers, written by conditional updates. A preflight
// reserves the highest price before its look-up and gets the difference back. So concurrent calls can never spend more
// than the budget. A cashout only reads the budget before its look-up, because most cashouts are paid and cost nothing.
// If a cashout fails, the information in its failure is charged.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { refuse } from '../base/errors.ts';
import { makeMemory } from '../base/memory.ts';
import { spanMs } from '../base/token-bucket.ts';
import { change } from '../platform/expression.ts';
import { lookupKey } from '../platform/keys.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import {
  hasTokens,
  type LookupOutcome,
  type LookupRoom,
  lookupBounds,
  lookupPriceMax,
  lookupPrices,
  lookupRoom,
  lookupWait,
} from './lookup-budget.ts';

const usersMax = 1_000;
const tries = 5;

/**
 * A user's row. `open`: ids of the look-ups in progress. With these ids, a write that is repeated has no second effect.
 */
type BudgetRow = { fullAt?: number; open?: ReadonlySet<string> };

/** Result of a reservation: the id of the look-up, or the seconds to wait. */
export type Reservation = { name: string } | { waitSeconds: number };

export type Lookups = ReturnType<typeof makeLookups>;

export function makeLookups(db: Database) {
  const budget = { capacity: db.config.LOOKUPS_CAPACITY, perMinute: db.config.LOOKUPS_PER_MINUTE };
  /** The time at which each user's bucket is full again, as the user's row was last read. */
  const known = makeMemory<string, number>(usersMax);

  async function write(userId: string, update: ReturnType<typeof change>) {
    const table = db.config.ACCOUNTS_TABLE;
    const { done, row = {} } = await updateRow(db, table, lookupKey(userId), update, 'ALL_NEW');
    const { fullAt, open } = row as BudgetRow;
    if (fullAt !== undefined) known.keep(userId, fullAt);
    return { done, fullAt, open };
  }

  async function readFullAt(userId: string): Promise<number | undefined> {
    const { ACCOUNTS_TABLE: TableName } = db.config;
    const { Item } = await db.client.send(new GetCommand({ TableName, Key: lookupKey(userId) }));
    return (Item as BudgetRow | undefined)?.fullAt;
  }

  async function reserve(userId: string): Promise<Reservation> {
    const name = db.token();
    const time = db.now().getTime();
    const { full, last } = lookupBounds(budget, time);
    const cost = spanMs(budget, lookupPriceMax);
    const names = new Set([name]);
    let fullAt = known.get(userId);
    for (let attempt = 1; attempt <= tries; attempt++) {
      const isFull = fullAt === undefined || fullAt < full;
      const update = isFull
        ? change({
            // The ids of earlier look-ups are dropped. So nothing is given back for them, and they cost the full price.
            set: { fullAt: full + cost, open: names },
            when: 'attribute_not_exists(#fullAt) OR #fullAt < :full',
            values: { full },
          })
        : change({
            add: { fullAt: cost },
            count: { open: names },
            when: '#fullAt BETWEEN :full AND :last AND NOT contains(#open, :name)',
            values: { full, last, name },
          });
      const { done, open, ...seen } = await write(userId, update);
      fullAt = seen.fullAt;
      // The row contains our own id, so this call wrote it and the acknowledgement was lost.
      if (done || open?.has(name)) return { name };
      if (fullAt !== undefined && fullAt > last)
        return { waitSeconds: lookupWait(budget, time, fullAt, open?.size ?? 0) };
    }
    return refuse('unavailable');
  }

  return {
    /**
     * Reserves the highest price. Refuses with `unavailable` if the row cannot be written, because every look-up must
     * be counted.
     */
    reserve: (userId: string): Promise<Reservation> =>
      reserve(userId).catch((error) => refuse('unavailable', undefined, error)),

    /** Returns whether the user has tokens for a look-up. Very recent charges may not be counted yet. */
    hasTokens: async (userId: string): Promise<boolean> =>
      hasTokens(budget, db.now().getTime(), await readFullAt(userId)),

    /** Returns how many look-ups the user's tokens cover. Very recent charges may not be counted yet. */
    room: async (userId: string): Promise<LookupRoom> =>
      lookupRoom(budget, db.now().getTime(), await readFullAt(userId)),

    /**
     * Takes the price of an answer before the caller gets the answer. Concurrent charges may leave a debt of at most
     * one bucket; most of their answers are then withheld.
     * @returns false if too few tokens were left; the answer must then be withheld
     */
    async charge(userId: string, outcome: LookupOutcome): Promise<boolean> {
      const cost = spanMs(budget, lookupPrices[outcome]);
      for (let attempt = 1; attempt <= tries; attempt++) {
        const { full, last } = lookupBounds(budget, db.now().getTime());
        const seen = known.get(userId) ?? 0;
        const isLeft = seen <= last;
        if (!isLeft && seen > last + spanMs(budget, budget.capacity)) return false;
        const [from, to] = isLeft ? [full, last] : [last + 1, Number.MAX_SAFE_INTEGER];
        const update =
          seen < full
            ? change({
                set: { fullAt: full + cost },
                remove: ['open'],
                when: 'attribute_not_exists(#fullAt) OR #fullAt < :full',
                values: { full },
              })
            : change({ add: { fullAt: cost }, when: '#fullAt BETWEEN :from AND :to', values: { from, to } });
        if ((await write(userId, update)).done) return isLeft;
      }
      return false;
    },

    /** Gives back the unused part of the reservation, once. */
    async settle(userId: string, name: string, outcome: LookupOutcome): Promise<void> {
      const back = spanMs(budget, lookupPriceMax) - spanMs(budget, lookupPrices[outcome]);
      const given = { add: { fullAt: -back }, drop: { open: new Set([name]) } };
      await write(userId, change({ ...given, when: 'contains(#open, :name)', values: { name } }));
    },
  };
}
