// The keys of a cashout in its account's lists: in `listed` from its creation, and in `standing` while its status is a
// rare one. So a page of rare cashouts costs only what it shows, however many have succeeded.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cursor } from '../base/page.ts';

/** Approved cashouts that wait for their start have their own list, though their status is NEW. */
export type StandingList = 'NEW' | 'SCHEDULED' | 'ERROR' | 'CANCELLED' | 'REFUNDED';

/** Partition key of one of an account's lists. */
export function standingOf(account: AccountRef, list: StandingList): string {
  return `${accountKey(account)}#${list}`;
}

const idDigits = 16;

/** Sort key by creation time. The id orders cashouts of the same millisecond. */
export function listedAt({ id, at }: Cursor): string {
  return `${at}#${String(id).padStart(idDigits, '0')}`;
}

/** The inverse of `listedAt`. */
export function cursorOf(sortKey: string): Cursor {
  const [at = '', id = ''] = sortKey.split('#');
  return { id: Number(id), at };
}

/** The keys of a new cashout in both lists. */
export function newListKeys(account: AccountRef, id: number, createdAt: string) {
  return { listedIn: accountKey(account), listedAt: listedAt({ id, at: createdAt }) };
}
