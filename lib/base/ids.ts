// Makes random values: ids, secrets and jitter.

import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type Ids = {
  uuid(): string;
  /** Returns the id of a cashout that was created without an idempotency key: 53 random bits, never 0. */
  cashoutId(): number;
  /** Returns the id of a webhook: 53 random bits, never 0. */
  webhookId(): number;
  /**
   * Returns an id for the write of one call. If DynamoDB's answer is lost, the call recognises its own write by this
   * id.
   */
  attempt(): string;
  /** Returns the random end of an end-to-end id: eleven letters and digits. */
  endToEndSuffix(): string;
  /** Returns 32 random bytes in hex. */
  secret(): string;
  /** Returns random decimal digits without a leading zero. */
  digits(length: number): string;
  /** Returns a random number from 0 up to, but not including, 1; for jitter. */
  fraction(): number;
};

const id53 = () => Number(randomBytes(8).readBigUInt64BE() >> 11n) || 1;

export const randomIds: Ids = {
  uuid: randomUUID,
  cashoutId: id53,
  webhookId: id53,
  attempt: () => randomBytes(9).toString('base64url'),
  endToEndSuffix: () => Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join(''),
  secret: () => randomBytes(32).toString('hex'),
  digits: (length) => String(randomInt(10 ** (length - 1), 10 ** length)),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
};
