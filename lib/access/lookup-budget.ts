// The budget of a user for learning who a payee is, as the PIX directory has one for its users: a bucket of tokens. Who
// guesses keys pays most, so nobody finds out many that are registered, or many people's data.

/** How many tokens the bucket has when it is full, and how many it regains in a minute. */
export type LookupBudget = { capacity: number; perMinute: number };

/**
 * What an answer costs, in tokens. `missed`: the key or the account does not exist, or is not of the person who was named.
 * `unanswered`: it has told nothing about the payee.
 */
export const lookupPrices = { answered: 1, missed: 20, unanswered: 0 } as const;
export type LookupOutcome = keyof typeof lookupPrices;

/** Reserved before the look-up, whatever comes of it. */
export const lookupPriceMax = Math.max(...Object.values(lookupPrices));

/** Milliseconds until so many tokens have been regained. */
export const lookupSpan = ({ perMinute }: LookupBudget, tokens: number): number =>
  Math.ceil((tokens * 60_000) / perMinute);

/**
 * When a look-up may begin, in milliseconds, compared with the row's `fullAt` (when its bucket will be full again):
 * - `full`: if `fullAt` is earlier, the bucket is full
 * - `last`: if `fullAt` is later, too few tokens are left
 */
export const lookupBounds = (budget: LookupBudget, time: number) => ({
  full: time,
  last: time + lookupSpan(budget, budget.capacity) - lookupSpan(budget, lookupPriceMax),
});

/** Whether enough tokens are left for a look-up. */
export const hasTokens = (budget: LookupBudget, time: number, fullAt: number | undefined): boolean =>
  fullAt === undefined || fullAt <= lookupBounds(budget, time).last;

/**
 * Seconds until enough tokens are there, if those that are under way give back what they can.
 * @param open look-ups under way
 */
export function lookupWait(budget: LookupBudget, time: number, fullAt: number, open: number): number {
  const { last } = lookupBounds(budget, time);
  const givenBack = open * (lookupSpan(budget, lookupPriceMax) - lookupSpan(budget, lookupPrices.answered));
  return Math.max(1, Math.ceil((fullAt - givenBack - last) / 1000));
}
