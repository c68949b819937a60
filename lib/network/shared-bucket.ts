// Divides what is scarce at a PSP, such as look-ups of keys or calls, between companies. All companies share one bucket of
// tokens. What a company has taken and has not come back, the company owes. It may take more only while the bucket still
// has a given number of tokens for each token that it owes. With one token for each, a company gets at most half of a
// full bucket, and the other companies still find tokens. Pure: no calls.

import { type BucketSize, spanMs } from '../base/token-bucket.ts';

/**
 * A row of the bucket, or of a company. `fullAt`: when the bucket is full again, or the company owes nothing any more (ms
 * since 1970). `open`: takings that are not settled yet, which may give tokens back.
 */
export type BucketLevel = { fullAt?: number; open?: number };

/** Returns the tokens that were taken and have not come back yet. */
export const owed = ({ perMinute }: BucketSize, { fullAt = 0 }: BucketLevel, time: number): number =>
  (Math.max(0, fullAt - time) * perMinute) / 60_000;

/** Returns the tokens that are left in the bucket. */
export const tokensLeft = (size: BucketSize, level: BucketLevel, time: number): number =>
  size.capacity - owed(size, level, time);

/** Returns the latest `fullAt` at which this number of tokens is left in the bucket. */
export const lastWith = (size: BucketSize, time: number, tokens: number): number =>
  time + spanMs(size, size.capacity - tokens);

/** Returns a level as it is after all open takings have given back their tokens. @param span of a taking */
export const settled = ({ fullAt = 0, open = 0 }: BucketLevel, span: number): { fullAt: number } => ({
  fullAt: fullAt - Math.max(0, open) * span,
});

/**
 * Returns the seconds until a level is low enough, if the open takings give back all their tokens.
 * @param last the latest `fullAt` that is low enough
 * @param owes whether the company owes tokens. Then the wait is half as long, because what it owes becomes less while the
 * bucket fills up
 */
export const bucketWait = (level: BucketLevel, span: number, last: number, owes: boolean): number =>
  Math.max(1, Math.ceil((settled(level, span).fullAt - last) / (owes ? 2_000 : 1_000)));
