// Moves money. Each movement is one transaction over the balance row, the statement entry and the row that
// caused it, so that available + held always equals the sum of the account's entries.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { EntryDraft } from '../ledger/entry.ts';
import { type Leg, type Posted, post } from '../ledger/posting-store.ts';
import { change } from '../platform/expression.ts';
import { balanceKey, turnKey } from '../platform/keys.ts';
import { putMarker } from '../platform/marker-store.ts';
import { type Database, transact } from '../platform/table.ts';
import { makeTurns } from '../platform/turns.ts';
import type { Cashout, CashoutFailure } from './cashout.ts';
import { type Ending, endingChange, failureAttributes } from './end-store.ts';
import { makeReserve } from './hold-store.ts';
import { makeSettle } from './settle-store.ts';

export type Ledger = ReturnType<typeof makeLedger>;

export function makeLedger(db: Database, now: () => Date) {
  const { ACCOUNTS_TABLE: accounts, CASHOUTS_TABLE: cashouts } = db.config;

  const turns = makeTurns(db, turnKey);

  return {
    reserve: makeReserve(db, turns),
    settle: makeSettle(db, now, turns),

    /** Releases the hold of a payment that will not happen; nothing shows on the statement. */
    async release(cashout: Cashout, failure: CashoutFailure, ending: Ending): Promise<Posted> {
      const amount = cashout.request.amountCents;
      const end = change({
        ...endingChange(failure.command, failureAttributes(failure), ending),
        when: '#status = :processing AND attribute_exists(#reservedAt)',
        values: { processing: 'PROCESSING' },
      });
      const giveBack = change({
        add: { availableCents: amount, heldCents: -amount },
        when: '#heldCents >= :amount',
        values: { amount },
      });
      const result = await transact(db, [
        { Update: { TableName: cashouts, Key: { id: cashout.id }, ...end } },
        { Update: { TableName: accounts, Key: balanceKey(cashout.account), ...giveBack } },
      ]);
      if (result.done) return { kind: 'ended' };
      if (!result.broken[0])
        throw new Error(`the hold of cashout ${cashout.id} is larger than the holds of its account`);
      return { kind: 'moved', current: result.broken[0].row as Cashout | undefined };
    },

    /** Credits an open account without a transfer behind it, once per occasion. */
    async credit(account: AccountRef, entry: EntryDraft, occasion: string): Promise<void> {
      const leg: Leg = {
        account,
        entry: { ...entry, direction: 'CREDIT' },
        add: { availableCents: entry.amountCents },
      };
      const once = (time: Date) => [putMarker(db, `credit#${occasion}`, time.toISOString())];
      const posted = await post(db, now, once, [leg]);
      // The marker is there: an earlier try has landed, and its answer was lost.
      if (posted.kind === 'ended' || posted.kind === 'moved') return;
      throw new Error(`account ${accountKey(account)} cannot be credited`);
    },
  };
}
