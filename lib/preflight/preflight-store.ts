// Reads the present rows that the rules of an account use: counters of limits, listed payees, and notes of the latest
// payouts. Writes nothing.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { WithPspRows } from '../network/deps.ts';
import { countKey, listedPayeeKey, payoutKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import type { Database, Row } from '../platform/table.ts';
import type { Count } from '../rules/limits.ts';
import type { Payout } from '../rules/payout-store.ts';

type Wanted = {
  counts: readonly Count[];
  /** Ids of payees, in the form of `payeeId`. */
  names: readonly string[];
  /** Payees and amounts. Empty if the account has no rule about duplicates. */
  payouts: readonly { payee: string; amountCents: Cents }[];
};

/**
 * The rows. `counted`: counters by sort key. `listed`: the ids that are in the list. `latest`: for each payee and
 * amount, the payout that was noted last.
 */
export type RuleRows = {
  counted: ReadonlyMap<string, Row | undefined>;
  listed: ReadonlySet<string>;
  latest: readonly (Pick<Payout, 'cashoutId' | 'at'> | undefined)[];
};

/** The store; and what is known of each PSP, because a PSP that refuses us is a reason against a payment. */
export type WithPreflights = { preflights: ReturnType<typeof makePreflights> } & WithPspRows;

export const makePreflights = (db: Database) => ({
  /** Reads the rows. Makes no call if nothing is wanted. */
  async read(account: AccountRef, { counts, names, payouts }: Wanted): Promise<RuleRows> {
    const keys = [
      ...counts.map(({ sk }) => countKey(account, sk)),
      ...names.map((name) => listedPayeeKey(account, name)),
      ...payouts.map(({ payee, amountCents }) => payoutKey(account, payee, amountCents)),
    ];
    const rows = await readAll(
      db,
      keys.map((key) => ({ table: db.config.ACCOUNTS_TABLE, key })),
    );
    return {
      counted: new Map(counts.map(({ sk }, index) => [sk, rows[index]])),
      listed: new Set(names.filter((_, index) => rows[counts.length + index]?.isListed === true)),
      latest: rows.slice(counts.length + names.length) as unknown as RuleRows['latest'],
    };
  },
});
