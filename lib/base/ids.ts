// Random values: ids, secrets and jitter.

import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type Ids = {
  uuid(): string;
  /** 53 random bits, never 0: the id of a cashout created without an idempotency key. */
  cashoutId(): number;
  /** 53 random bits, never 0: the id of a webhook. */
  webhookId(): number;
  /** Identifies the write of one call, so that the call recognises it after a lost acknowledgement. */
  attempt(): string;
  /** Eleven letters and digits: the random end of an end-to-end id. */
  endToEndSuffix(): string;
  /** 32 bytes in hex. */
  secret(): string;
  /** Decimal digits without a leading zero. */
  digits(length: number): string;
  /** 0 up to, but not including, 1; for jitter. */
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
