// Measures a bucket of tokens that fills up with time.

/** `capacity`: tokens of a full bucket. `perMinute`: tokens that come back in a minute. */
export type BucketSize = { capacity: number; perMinute: number };

/** Returns the milliseconds in which this number of tokens comes back. */
export const spanMs = ({ perMinute }: Pick<BucketSize, 'perMinute'>, tokens: number): number =>
  Math.ceil((tokens * 60_000) / perMinute);
