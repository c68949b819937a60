// Builds the items of the statement. An item contains up to sixteen consecutive entries of one posting and one account,
// all with the same time. The item's key is the position of its first entry. A cursor may point at any entry of an
// item.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import type { Cursor } from '../base/page.ts';
import type { Entry } from './entry.ts';
import { packEntries, packedMax, unpackEntries } from './packed-entries.ts';

export type EntryItem = {
  account: string;
  /** Position of the item's first entry. */
  position: string;
  /** Version of the format in which the item is stored. */
  form: 1;
  count: number;
  entries: Uint8Array;
  /** The item's key in the index `border`, if its entries move money into or out of this institution (border.ts). */
  border?: string;
};

/** Number of digits of a sequence number in a position. */
const digits = 16;

/** Returns the position of an entry: its time, then its number. Positions sort as text in the order of posting. */
export function positionOf({ at, id }: Cursor): string {
  return `${at}#${String(Math.max(0, id)).padStart(digits, '0')}`;
}

/** Returns the last possible position of an item that contains an entry before this entry. */
export function lastBefore({ at, id }: Cursor): string {
  return positionOf({ at, id: id - 1 });
}

/** Returns the first possible position of an item that contains an entry after this entry. */
export function firstAfter({ at, id }: Cursor): string {
  return positionOf({ at, id: id + 2 - packedMax });
}

/**
 * Packs entries into items.
 * @param entries of one posting, with consecutive numbers
 */
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

/**
 * Returns an item's entries in order. The numbers in their positions come from the item's `position`, not from the
 * packed entries.
 */
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
