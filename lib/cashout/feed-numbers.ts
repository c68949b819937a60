// Returns the numbers of a cashout's events in the feed of its account. The numbers are used to find the deliveries of
// the events, and are written together with the events.

import { accountKey } from '../base/account-ref.ts';
import type { FeedEnds } from '../webhook/feed-store.ts';
import type { Cashout, CashoutChange } from './cashout.ts';
import { typesOf } from './events.ts';

/** The changes of a cashout that will be recorded. Each change is one event of the payer's account. */
export type Recording = { cashout: Cashout; changes: readonly CashoutChange[] };

/**
 * Returns the `feed` field of each row after the write.
 * @param all cashouts of one account, in the order of their events
 */
export function feedNumbers(ends: FeedEnds, all: readonly Recording[]): Pick<Cashout, 'feed'>[] {
  const [{ cashout: first }] = all as [Recording];
  let next = ends.get(accountKey(first.account)) as number;
  return all.map(({ cashout, changes }) => {
    const numbers = changes
      .map((change) => [change, next++] as const)
      .filter(([change]) => isDelivered(change));
    return { feed: { ...cashout.feed, ...Object.fromEntries(numbers) } };
  });
}

/** Returns whether an event is delivered. An event without a webhook type goes to no webhook. */
const isDelivered = (change: CashoutChange) => typesOf(change).length > 0;
