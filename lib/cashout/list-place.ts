// Where a cashout is in its account's lists: in `listed` from its creation on, and in `standing` while it has one of
// the statuses that few cashouts have. So a page of those costs what it shows, however many have succeeded.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cursor } from '../base/page.ts';

/** A list of its own have those that are approved and wait for their start, though they are NEW. */
export type StandingList = 'NEW' | 'SCHEDULED' | 'ERROR' | 'CANCELLED' | 'REFUNDED';

/** Partition of one of an account's lists. */
export function standingOf(account: AccountRef, list: StandingList): string {
  return `${accountKey(account)}#${list}`;
}

const idDigits = 16;

/** Place in the order of creation; the id decides between cashouts of the same millisecond. */
export function listedAt({ id, at }: Cursor): string {
  return `${at}#${String(id).padStart(idDigits, '0')}`;
}

/** The inverse of `listedAt`. */
export function cursorOf(place: string): Cursor {
  const [at = '', id = ''] = place.split('#');
  return { id: Number(id), at };
}

/** Both places of a new cashout. */
export function newPlace(account: AccountRef, id: number, createdAt: string) {
  return { listedIn: accountKey(account), listedAt: listedAt({ id, at: createdAt }) };
}
