// Notes of the latest cashout of each payee and amount, for the rule about duplicates. A note is written in the
// transaction that creates the cashout: of two at once, one sees the other.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import { change } from '../platform/expression.ts';
import { payoutKey } from '../platform/keys.ts';
import type { Action, Database } from '../platform/table.ts';
import { type DuplicateRule, duplicateSince } from './duplicates.ts';

/** A cashout as it is noted. `at`: ISO, UTC. */
export type Payout = {
  account: AccountRef;
  payee: string;
  amountCents: Cents;
  cashoutId: number;
  at: string;
};

const keptSeconds = 86_400;

export type Payouts = ReturnType<typeof makePayouts>;

export const makePayouts = (db: Database) => ({
  /**
   * Notes a cashout as the latest of its payee and amount. It fails if another one was noted within the time.
   * @param seen the one that may be there
   */
  note: (payout: Payout, rule: DuplicateRule, seen?: number): Action => noteIn(db, payout, rule, seen),
});

function noteIn(
  { config }: Database,
  { account, payee, amountCents, cashoutId, at }: Payout,
  rule: DuplicateRule,
  seen: number | undefined,
): Action {
  const expiresAt = Math.floor(Date.parse(at) / 1000) + rule.withinSeconds + keptSeconds;
  const update = change({
    set: { cashoutId, at, expiresAt },
    when: 'attribute_not_exists(#cashoutId) OR #at < :since OR #cashoutId = :seen',
    values: { since: duplicateSince(rule, at), seen: seen ?? cashoutId },
  });
  const Key = payoutKey(account, payee, amountCents);
  return { Update: { TableName: config.ACCOUNTS_TABLE, Key, ...update } };
}
