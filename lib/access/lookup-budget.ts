// A user's budget for information about payees, like the PIX directory's limit for its users: a token bucket. A wrong
// guess costs most, so no user can find many registered keys or the data of many people.

/** The tokens of a full bucket, and the tokens it regains per minute. */
export type LookupBudget = { capacity: number; perMinute: number };

/**
 * Price of an answer in tokens. `missed`: the key or account does not exist, or belongs to another person than the one
 * named. `unanswered`: the answer had no information about the payee.
 */
export const lookupPrices = { answered: 1, missed: 20, unanswered: 0 } as const;
export type LookupOutcome = keyof typeof lookupPrices;

/** Reserved before the look-up, for any result. */
export const lookupPriceMax = Math.max(...Object.values(lookupPrices));

/** Milliseconds in which this number of tokens is regained. */
export const lookupSpan = ({ perMinute }: LookupBudget, tokens: number): number =>
  Math.ceil((tokens * 60_000) / perMinute);

/**
 * Whether a look-up may start. In milliseconds, compared with the row's `fullAt` (when its bucket is full again): -
 * `full`: if `fullAt` is earlier, the bucket is full - `last`: if `fullAt` is later, too few tokens are left
 */
export const lookupBounds = (budget: LookupBudget, time: number) => ({
  full: time,
  last: time + lookupSpan(budget, budget.capacity) - lookupSpan(budget, lookupPriceMax),
});

/** Whether enough tokens are left for a look-up. */
export const hasTokens = (budget: LookupBudget, time: number, fullAt: number | undefined): boolean =>
  fullAt === undefined || fullAt <= lookupBounds(budget, time).last;

/**
 * Seconds until enough tokens are there, if the look-ups in progress return the most they can.
 * @param open look-ups in progress
 */
export function lookupWait(budget: LookupBudget, time: number, fullAt: number, open: number): number {
  const { last } = lookupBounds(budget, time);
  const givenBack = open * (lookupSpan(budget, lookupPriceMax) - lookupSpan(budget, lookupPrices.answered));
  return Math.max(1, Math.ceil((fullAt - givenBack - last) / 1000));
}
