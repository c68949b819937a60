// The numbers that a cashout's events have in the feed of its account, which lead to their deliveries. They are written with
// the write that records the events.

import { accountKey } from '../base/account-ref.ts';
import type { FeedEnds } from '../webhook/feed-store.ts';
import type { Cashout, CashoutChange } from './cashout.ts';
import { typesOf } from './events.ts';

/** What is recorded of a cashout: each change is one event of the payer's account. */
export type Recording = { cashout: Cashout; changes: readonly CashoutChange[] };

/** For each cashout, what its row has afterwards. @param all of one account, in the order of their events */
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

/** An event without a type goes to no webhook. */
const isDelivered = (change: CashoutChange) => typesOf(change).length > 0;
