// Ends transfers whose payment will not happen. One transaction releases their holds and records their events.
// Concurrent transfers of one account share a transaction. The statement gets no entry.

import { accountKey } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { CashoutFailure } from '../cashout/failures.ts';
import type { EndedByPeople } from '../cashout/peoples-end.ts';
import type { Posted } from '../ledger/posting-store.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import type { Action, Database } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { WriteLocks } from '../platform/write-locks.ts';
import { uncount } from '../rules/count-store.ts';
import { sumCounts } from '../rules/limits.ts';
import type { FeedEnds, Feeds, Recorded } from '../webhook/feed-store.ts';
import { type EndAttributes, endRow, eventsAtEnd, numbersAtEnd } from './end-store.ts';

type Failed = { cashout: Cashout; failure: CashoutFailure & EndedByPeople };

/**
 * Ends a transfer, and releases its hold if it has a hold. `moved`: the transfer has already ended, or its pending
 * events were recorded in the meantime.
 */
export function makeRelease(
  db: Database,
  now: () => Date,
  feeds: Feeds,
  locks: WriteLocks,
): (failed: Failed) => Promise<Posted> {
  async function release(all: readonly Failed[]): Promise<Recorded> {
    const endedAt = now().toISOString();
    const writes = (ends: FeedEnds) => {
      const numbers = numbersAtEnd(
        ends,
        all.map(({ cashout, failure: { command } }) => ({ cashout, command })),
      );
      const rows = all.map((one, index) =>
        endRow(db, one.cashout, one.failure.command, { ...attributesOf(one, endedAt), ...numbers[index] }),
      );
      return [...rows, ...giveBack(db, all, endedAt)];
    };
    const events = all.flatMap((one) =>
      eventsAtEnd(one.cashout, one.failure.command, attributesOf(one, endedAt)),
    );
    return feeds.recordWith(writes, events);
  }

  return together<Failed, Posted>(db, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    // A group needs one action for each row, one for the balance, and one for the page of the feed.
    actionsOf: (ended) => ended + 2,
    locks,
    async doAll(all) {
      const { done } = await release(all);
      return done ? all.map(() => ({ kind: 'ended' })) : undefined;
    },
    async doOne(one) {
      const result = await release([one]);
      if (result.done) return { kind: 'ended' };
      const [row] = result.broken;
      if (!row)
        throw new Error(`the hold of cashout ${one.cashout.id} is larger than the holds of its account`);
      return { kind: 'moved', current: row.row };
    },
  });
}

function attributesOf({ failure }: Failed, endedAt: string): EndAttributes {
  const { text: failureText, code, endedByPeople } = failure;
  const more = { ...(code ? { failureCode: code } : {}), ...(endedByPeople ? { endedByPeople } : {}) };
  return { failureText, ...more, endedAt };
}

/**
 * Builds the database actions that give held money back to the balance and to the limits; none if no transfer has a
 * hold.
 */
function giveBack(db: Database, all: readonly Failed[], at: string): Action[] {
  const held = all.map(({ cashout }) => cashout).filter(({ reservedAt }) => reservedAt);
  const [first] = held;
  if (!first) return [];
  const amount = held.reduce((sum, { request }) => sum + request.amountCents, 0);
  const update = change({
    add: { availableCents: amount, heldCents: -amount },
    when: '#heldCents >= :amount',
    values: { amount },
  });
  const counted = held.flatMap(({ countedIn = [], request }) =>
    countedIn.map((sk) => ({ sk, cents: request.amountCents })),
  );
  return [
    { Update: { TableName: db.config.ACCOUNTS_TABLE, Key: balanceKey(first.account), ...update } },
    ...sumCounts(counted).map((one) => uncount(db, first.account, one, at)),
  ];
}
