// Computes a cashout's keys in the lists of its account. Every cashout is in the list `listed` from its creation. While
// its status is rare, it is also in the list `standing` of that status. So a page of rare cashouts costs only the rows
// that it shows, however many other cashouts the account has.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cursor } from '../base/page.ts';

/**
 * The lists of rare cashouts. Approved cashouts that wait for their start have their own list, although their status is
 * NEW.
 */
export type StandingList = 'NEW' | 'SCHEDULED' | 'ERROR' | 'CANCELLED' | 'REFUNDED';

/** Returns the partition key of one of an account's lists. */
export function standingOf(account: AccountRef, list: StandingList): string {
  return `${accountKey(account)}#${list}`;
}

const idDigits = 16;

/** Returns the sort key: the creation time, and the id for the order within one millisecond. */
export function listedAt({ id, at }: Cursor): string {
  return `${at}#${String(id).padStart(idDigits, '0')}`;
}

/** Converts a sort key of `listedAt` back to a cursor. */
export function cursorOf(sortKey: string): Cursor {
  const [at = '', id = ''] = sortKey.split('#');
  return { id: Number(id), at };
}

/** Returns a new cashout's keys in the list of all cashouts. */
export function newListKeys(account: AccountRef, id: number, createdAt: string) {
  return { listedIn: accountKey(account), listedAt: listedAt({ id, at: createdAt }) };
}
