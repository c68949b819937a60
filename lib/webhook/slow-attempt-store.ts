// Limits the number of concurrent attempts of an account at slow receivers.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeLeases } from '../platform/leases.ts';
import type { Database } from '../platform/table.ts';

/** Seconds for which an attempt's lease is longer than the time limit of the attempt's POST. */
const spareSeconds = 10;

export type SlowAttempts = ReturnType<typeof makeSlowAttempts>;

/**
 * Makes the limit.
 * @param most attempts at the same time for each account
 */
export function makeSlowAttempts(db: Database, most: number) {
  const { WEBHOOKS_TABLE: table, WEBHOOK_TIMEOUT_SECONDS: timeout } = db.config;
  const leases = makeLeases(db, { table, slots: most, leaseMs: (timeout + spareSeconds) * 1_000 });
  const keyOf = (account: AccountRef) => ({ pk: `ATTEMPTS#${accountKey(account)}`, sk: 'ATTEMPTS' });
  return {
    /**
     * Takes a slot for an attempt.
     * @returns undefined while the account has the maximum number of attempts in progress
     */
    take: (account: AccountRef) => leases.take(keyOf(account)),
    give: leases.give,
  };
}
