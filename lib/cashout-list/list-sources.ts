// Makes the sources from which a list of cashouts is read: one to three sources for each account, depending on the
// status.

import type { AccountRef } from '../base/account-ref.ts';
import type { CashoutStatus } from '../cashout/cashout.ts';
import { standingIn } from '../cashout/move-to.ts';
import type { CashoutLists, Listed, ListRange } from './list-store.ts';

/**
 * Reads at most `limit` cashouts of a source, in the order of the range. It returns fewer only if there are no more.
 */
export type Source = (range: ListRange) => Promise<Listed[]>;

/** The reason why NEW cashouts of a list wait: for an approval, or for their scheduled start. */
export type Awaiting = 'approval' | 'start';

export function sourcesOf(
  lists: CashoutLists,
  accounts: readonly AccountRef[],
  status: CashoutStatus | undefined,
  awaiting?: Awaiting,
): Source[] {
  return accounts.flatMap((account) => {
    const scheduled: Source = (range) => lists.listStanding(account, 'SCHEDULED', range);
    if (awaiting === 'start') return [scheduled];
    const list = status && standingIn(status);
    const standing: Source[] = list ? [(range) => lists.listStanding(account, list, range)] : [];
    // Both indexes are read, because a NEW cashout is first in the index of open work and leaves it later.
    if (status === 'NEW' || status === 'PROCESSING')
      return [
        fromMemory(() => lists.listOpen(account, status)),
        ...standing,
        ...(status === 'NEW' && !awaiting ? [scheduled] : []),
      ];
    return standing.length > 0 ? standing : [(range) => lists.listAll(account, range)];
  });
}

/** Makes a source that is read once and sorted in memory. */
function fromMemory(read: () => Promise<Listed[]>): Source {
  let reading: Promise<Listed[]> | undefined;
  return async ({ start, end, direction, from, limit }) => {
    reading ??= read();
    const inRange = (await reading).filter(({ listedAt }) => listedAt >= start && listedAt <= `${end}#~`);
    const sorted = inRange.toSorted(byPlace(direction));
    const rest =
      from === undefined ? sorted : sorted.filter(({ listedAt }) => isBeyond(listedAt, from, direction));
    return rest.slice(0, limit);
  };
}

/** Compares two entries: newest first for `next`, oldest first for `previous`. */
export const byPlace =
  (direction: ListRange['direction']) =>
  (one: Listed, other: Listed): number =>
    one.listedAt === other.listedAt ? 0 : isBeyond(one.listedAt, other.listedAt, direction) ? 1 : -1;

/** Returns whether a key comes after another key in this direction. */
export function isBeyond(place: string, other: string, direction: ListRange['direction']): boolean {
  return direction === 'next' ? place < other : place > other;
}
