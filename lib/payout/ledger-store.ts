// Moves money. Each movement is one transaction on the balance row, the statement entry and the row that caused the
// movement. So available + held always equals the sum of the account's entries.

import type { Watches } from '../account/watch-store.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { EntryDraft } from '../ledger/entry.ts';
import type { Leg } from '../ledger/legs.ts';
import { post } from '../ledger/posting-store.ts';
import { lockKey } from '../platform/keys.ts';
import { putMarker } from '../platform/marker-store.ts';
import type { Database } from '../platform/table.ts';
import { makeWriteLocks } from '../platform/write-locks.ts';
import { makeFeeds } from '../webhook/feed-store.ts';
import { makeReserve } from './hold-store.ts';
import { makeRelease } from './release-store.ts';
import { makeSettle } from './settle-store.ts';

export type Ledger = ReturnType<typeof makeLedger>;

export function makeLedger(db: Database, now: () => Date, watches: Watches) {
  const feeds = makeFeeds(db, watches);
  const locks = makeWriteLocks(db, lockKey);
  return {
    reserve: makeReserve(db, locks),
    settle: makeSettle(db, now, feeds, locks),
    release: makeRelease(db, now, feeds, locks),

    /** Credits an open account without a transfer. One occasion credits the account only once. */
    async credit(account: AccountRef, entry: EntryDraft, occasion: string): Promise<void> {
      const leg: Leg = {
        account,
        entry: { ...entry, direction: 'CREDIT' },
        add: { availableCents: entry.amountCents },
      };
      const once = (time: Date) => [putMarker(db, `credit#${occasion}`, time.toISOString())];
      const posted = await post(db, now, once, [leg]);
      // If the marker exists, an earlier try succeeded and its answer was lost.
      if (posted.kind === 'ended' || posted.kind === 'moved') return;
      throw new Error(`account ${accountKey(account)} cannot be credited`);
    },
  };
}
