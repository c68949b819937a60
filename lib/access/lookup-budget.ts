// Limits what a user may learn about payees, with a token bucket like the PIX directory's limit for its users. A wrong
// guess has the highest price, so no user can find many registered keys or the data of many people.

import { type BucketSize, spanMs } from '../base/token-bucket.ts';

/**
 * Price of an answer in tokens. `missed`: the key or account does not exist, or belongs to another person than the
 * named one. `unanswered`: the answer contained no information about the payee.
 */
export const lookupPrices = { answered: 1, missed: 20, unanswered: 0 } as const;
export type LookupOutcome = keyof typeof lookupPrices;

/** The highest price. It is reserved before the look-up, because the result is not known yet. */
export const lookupPriceMax = Math.max(...Object.values(lookupPrices));

/**
 * Returns the limits that decide whether a look-up may start. They are milliseconds, compared with the row's `fullAt`
 * (the time at which its bucket is full again):
 * - `full`: if `fullAt` is earlier, the bucket is full
 * - `last`: if `fullAt` is later, too few tokens are left
 */
export const lookupBounds = (budget: BucketSize, time: number) => ({
  full: time,
  last: time + spanMs(budget, budget.capacity) - spanMs(budget, lookupPriceMax),
});

/** Returns whether enough tokens are left for a look-up. */
export const hasTokens = (budget: BucketSize, time: number, fullAt: number | undefined): boolean =>
  fullAt === undefined || fullAt <= lookupBounds(budget, time).last;

/** Look-ups that the tokens cover if every answer has the highest price, and the time of the next one if there is none. */
export type LookupRoom = { count: number; nextAt?: string };

/** Returns the room. A full bucket has no limit, because the payees of the user were right so far. */
export function lookupRoom(budget: BucketSize, time: number, fullAt = 0): LookupRoom {
  const { full, last } = lookupBounds(budget, time);
  if (fullAt <= full) return { count: Number.POSITIVE_INFINITY };
  const price = spanMs(budget, lookupPriceMax);
  const count = Math.max(0, Math.floor((last - fullAt) / price) + 1);
  return count > 0 ? { count } : { count, nextAt: new Date(time + fullAt - last).toISOString() };
}

/**
 * Returns the seconds until enough tokens are there, if the look-ups in progress give back as much as they can.
 * @param open number of look-ups in progress
 */
export function lookupWait(budget: BucketSize, time: number, fullAt: number, open: number): number {
  const { last } = lookupBounds(budget, time);
  const givenBack = open * (spanMs(budget, lookupPriceMax) - spanMs(budget, lookupPrices.answered));
  return Math.max(1, Math.ceil((fullAt - givenBack - last) / 1000));
}
