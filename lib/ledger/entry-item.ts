// Items of the statement: each has up to sixteen consecutive entries of one posting and one account, all with the same
// time. Its key is the position of its first entry. A cursor may point at any entry.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import type { Cursor } from '../base/page.ts';
import type { Entry } from './entry.ts';
import { packEntries, packedMax, unpackEntries } from './packed-entries.ts';

export type EntryItem = {
  account: string;
  /** Position of its first entry. */
  position: string;
  /** Version of the stored format. */
  form: 1;
  count: number;
  entries: Uint8Array;
  /** Its key in the index `border`, if it belongs in that index (border.ts). */
  border?: string;
};

/** Digits of a number in a position. */
const digits = 16;

/** Time first, then the account's sequence, so that the text order is the posting order. */
export function positionOf({ at, id }: Cursor): string {
  return `${at}#${String(Math.max(0, id)).padStart(digits, '0')}`;
}

/** The last possible position of an item that has an entry before this one. */
export function lastBefore({ at, id }: Cursor): string {
  return positionOf({ at, id: id - 1 });
}

/** The first possible position of an item that has an entry after this one. */
export function firstAfter({ at, id }: Cursor): string {
  return positionOf({ at, id: id + 2 - packedMax });
}

/** @param entries of one posting, with consecutive numbers */
export function entryItems(account: AccountRef, entries: readonly Entry[], border?: string): EntryItem[] {
  const items: EntryItem[] = [];
  for (let from = 0; from < entries.length; from += packedMax) {
    const own = entries.slice(from, from + packedMax);
    const [{ time, seq }] = own as [Entry];
    items.push({
      account: accountKey(account),
      position: positionOf({ at: time, id: seq }),
      form: 1,
      count: own.length,
      entries: packEntries(own),
      ...(border ? { border } : {}),
    });
  }
  return items;
}

/** The entries in order. The item's own `position` counts, whatever the entries contain. */
export function entriesOf({
  position,
  form,
  count,
  entries,
}: EntryItem): { position: string; entry: Entry }[] {
  invariant(form === 1, 'an item of the statement has a known form');
  const at = position.slice(0, -digits - 1);
  const first = Number(position.slice(-digits));
  return unpackEntries(entries, count).map((entry, index) => ({
    position: positionOf({ at, id: first + index }),
    entry,
  }));
}
