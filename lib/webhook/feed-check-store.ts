// Stores how far an account's feed has been checked for events without deliveries. The progress is one row in the
// partition of the feed.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';

/**
 * The progress of the checks. `to`: events up to this number are checked. `seen`: number of the last event in the feed
 * at the time `seenAt` (ISO, UTC).
 */
export type FeedCheck = { to: number; seen: number; seenAt: string };

type Stored = FeedCheck & { account: string; position: string };

/** Letters sort after digits, so this row is not among the pages of the feed. */
const position = 'checked';

export type FeedChecks = ReturnType<typeof makeFeedChecks>;

export function makeFeedChecks(db: Database) {
  const rows = rowsOf<Stored, 'account', 'position'>(db, {
    table: 'EVENTS_TABLE',
    partition: 'account',
    sort: 'position',
  });

  return {
    get: (account: AccountRef): Promise<FeedCheck | undefined> =>
      rows.get({ account: accountKey(account), position }),

    /** Stores the progress, unless another check stored its progress since the row was read. */
    async put(
      account: AccountRef,
      read: FeedCheck | undefined,
      { to, seen, seenAt }: FeedCheck,
    ): Promise<boolean> {
      const changes = { set: { to, seen, seenAt }, seen: { to: read?.to, seenAt: read?.seenAt } };
      return (await rows.update({ account: accountKey(account), position }, changes)).done;
    },
  };
}
