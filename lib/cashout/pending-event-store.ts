// Records the pending events of cashouts. The transaction that records a row's events also removes them from the row,
// so no event is recorded twice. Cashouts of one account that are recorded at the same time share a transaction.

import type { Watches } from '../account/watch-store.ts';
import { accountKey } from '../base/account-ref.ts';
import type { Action, Broken, Database } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import { type FeedEnds, makeFeeds } from '../webhook/feed-store.ts';
import type { Cashout } from './cashout.ts';
import { cashoutEvents } from './events.ts';
import { feedNumbers } from './feed-numbers.ts';
import { afterEvents } from './move-to.ts';
import { writeRow } from './row-store.ts';

/**
 * Result of recording events. `current`: the present row. It differs from the row that was read, so nothing was
 * recorded.
 */
export type PendingRecorded = { recorded: true } | { recorded: false; current: Cashout | undefined };

/** Records all pending events of a cashout, unless its events or its status have changed since it was read. */
export function makeRecordPending(
  db: Database,
  watches: Pick<Watches, 'ensure'>,
): (cashout: Cashout) => Promise<PendingRecorded> {
  const feeds = makeFeeds(db, watches);

  /**
   * Records the events of several cashouts.
   * @returns the failed conditions of each cashout; undefined if all events are recorded
   */
  async function record(cashouts: readonly Cashout[]): Promise<Broken[] | undefined> {
    const writes = (ends: FeedEnds) => {
      const numbers = feedNumbers(
        ends,
        cashouts.map((cashout) => ({ cashout, changes: cashout.pendingEvents })),
      );
      return cashouts.map((cashout, index) => clearPending(db, cashout, numbers[index]));
    };
    const events = cashouts.flatMap((cashout) =>
      cashout.pendingEvents.flatMap((change) => cashoutEvents(cashout, change)),
    );
    const result = await feeds.recordWith(writes, events);
    return result.done ? undefined : result.broken;
  }

  return together<Cashout, PendingRecorded>(db, {
    rowOf: ({ account }) => accountKey(account),
    causeOf: ({ id }) => id,
    // The actions are the rows, the page of the feed, and at most one payee's event for each row.
    actionsOf: (cashouts) => 2 * cashouts + 1,
    async doAll(cashouts) {
      const broken = await record(cashouts);
      return broken ? undefined : cashouts.map(() => ({ recorded: true }));
    },
    async doOne(cashout) {
      const broken = await record([cashout]);
      return broken
        ? { recorded: false, current: broken[0]?.row as Cashout | undefined }
        : { recorded: true };
    },
  });
}

/**
 * Builds the database action that removes the events from a row. The row of an ended cashout also leaves the index. The
 * row of a NEW or PROCESSING cashout stays in the index, because it may have other work.
 */
function clearPending(db: Database, cashout: Cashout, numbers: Pick<Cashout, 'feed'> | undefined): Action {
  const { status, pendingEvents: pending } = cashout;
  return writeRow(db, cashout, {
    set: { pendingEvents: [], ...numbers },
    to: afterEvents(status),
    when: '#status = :status AND #pendingEvents = :pending',
    values: { status, pending },
  });
}
