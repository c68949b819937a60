// Stores a note of the latest cashout of each payee and amount, for the rule about duplicates. A note is written in the
// transaction that creates the cashout, so that the second of two concurrent cashouts finds the first.

import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { change } from '../platform/expression.ts';
import { payoutKey, payoutLockKey } from '../platform/keys.ts';
import type { Action, Database } from '../platform/table.ts';
import { makeWriteLocks } from '../platform/write-locks.ts';
import { type DuplicateRule, duplicateSince } from './duplicates.ts';

/** The cashout in a note. `at`: ISO, UTC. */
export type Payout = {
  account: AccountRef;
  payee: string;
  amountCents: Cents;
  cashoutId: number;
  at: string;
};

const keptSeconds = 86_400;
const triesMax = 20;
/**
 * Limits of waiting for the lock (ms). If a client sends a hundred equal creates at once, all of them together take
 * seconds. A create has ten seconds.
 */
const waiting = { patienceMs: 6_000, lateMs: 1_000 };
/** Time after which nothing is written (ms), because the caller has an answer by then or gets one very soon. */
const withinMs = 9_000;

export type Payouts = ReturnType<typeof makePayouts>;

export function makePayouts(db: Database) {
  const locks = makeWriteLocks(db, payoutLockKey, waiting);
  return {
    /**
     * Builds the database action that notes a cashout as the latest with its payee and amount. The action fails if
     * another cashout was noted within the period of the rule.
     * @param seen an earlier cashout that may be in the note; its note is replaced
     */
    note: (payout: Payout, rule: DuplicateRule, seen?: number): Action => noteIn(db, payout, rule, seen),

    /**
     * Runs writes that have the same payee and amount one after another. So the total time of n writes grows with n, and
     * not with n². Refuses a write with `unavailable` after it has conflicted twenty times.
     * @param write returns undefined if another write came first
     */
    async underLock<Done>(
      { account, payee, amountCents }: Payout,
      write: () => Promise<Done | undefined>,
    ): Promise<Done> {
      const { pk } = payoutKey(account, payee, amountCents);
      const until = db.now().getTime() + withinMs;
      for (let tries = 0; tries < triesMax; tries++) {
        let done: Done | undefined;
        await locks(
          pk,
          () => 0,
          async () => {
            if (db.now().getTime() > until) refuse('unavailable');
            done = await write();
            return done === undefined;
          },
        );
        if (done !== undefined) return done;
      }
      return refuse('unavailable');
    },
  };
}

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
