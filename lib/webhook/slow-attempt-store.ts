// Limits how many attempts an account has under way at slow receivers.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeLeases } from '../platform/leases.ts';
import type { Database } from '../platform/table.ts';

/** Seconds that an attempt needs besides the POST. */
const spareSeconds = 10;

export type SlowAttempts = ReturnType<typeof makeSlowAttempts>;

/** @param most attempts per account */
export function makeSlowAttempts(db: Database, most: number) {
  const { WEBHOOKS_TABLE: table, WEBHOOK_TIMEOUT_SECONDS: timeout } = db.config;
  const leases = makeLeases(db, { table, slots: most, leaseMs: (timeout + spareSeconds) * 1_000 });
  const keyOf = (account: AccountRef) => ({ pk: `ATTEMPTS#${accountKey(account)}`, sk: 'ATTEMPTS' });
  return {
    /** @returns undefined while the account has as many under way as it may */
    take: (account: AccountRef) => leases.take(keyOf(account)),
    give: leases.give,
  };
}
