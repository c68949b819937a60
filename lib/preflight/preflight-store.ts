// The present rows for the rules of an account, in one call: counters of limits, listed payees, and the note of the
// latest payout. It writes nothing.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import { countKey, listedPayeeKey, payoutKey } from '../platform/keys.ts';
import { type Database, type Row, readRows } from '../platform/table.ts';
import type { Count } from '../rules/limits.ts';
import type { Payout } from '../rules/payout-store.ts';

type Wanted = {
  counts: readonly Count[];
  /** In the form of `payeeId`. */
  names: readonly string[];
  /** Absent without a rule about duplicates. */
  payout?: { payee: string; amountCents: Cents } | undefined;
};

/** `counted`: by sort key. `listed`: the ids that are in the list. `latest`: the payout noted last. */
export type RuleRows = {
  counted: ReadonlyMap<string, Row | undefined>;
  listed: ReadonlySet<string>;
  latest?: Pick<Payout, 'cashoutId' | 'at'> | undefined;
};

export type WithPreflights = { preflights: ReturnType<typeof makePreflights> };

export const makePreflights = (db: Database) => ({
  /** Makes no call if nothing is wanted. */
  async read(account: AccountRef, { counts, names, payout }: Wanted): Promise<RuleRows> {
    const keys = [
      ...counts.map(({ sk }) => countKey(account, sk)),
      ...names.map((name) => listedPayeeKey(account, name)),
      ...(payout ? [payoutKey(account, payout.payee, payout.amountCents)] : []),
    ];
    const rows = await readRows(
      db,
      keys.map((key) => ({ table: db.config.ACCOUNTS_TABLE, key })),
    );
    return {
      counted: new Map(counts.map(({ sk }, index) => [sk, rows[index]])),
      listed: new Set(names.filter((_, index) => rows[counts.length + index]?.isListed === true)),
      latest: payout && (rows.at(-1) as RuleRows['latest']),
    };
  },
});
