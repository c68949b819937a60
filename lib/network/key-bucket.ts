// Defines the bucket from which a PSP takes tokens for look-ups of PIX keys. All payouts of all companies share it, and
// keys that do not exist are expensive.

/** The bucket as the PSP tells it. `capacity`: tokens of a full bucket. */
type ToldBucket = { tokens: number; capacity: number; perMinute: number };

/**
 * Prices in tokens, of a key that does not exist and of a key that exists and is then not paid, by Woovi's guide (key
 * tokens in woovi/documented.json). A paid key costs nothing. With fewer tokens than the highest price, no key is looked
 * up.
 */
export const keyPrices = { miss: 20, hit: 1 } as const;

export type KeyBucket = {
  /** The bucket of a usual account, by the PSP's document. It counts until the PSP tells the bucket of our account. */
  usual: Pick<ToldBucket, 'capacity' | 'perMinute'>;
  /** Asks the PSP for the bucket. Undefined if the PSP does not tell us. Throws if it does not answer. */
  read(): Promise<ToldBucket | undefined>;
};
