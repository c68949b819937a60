// Reads the entries from items of the statement, each with its account and its own position.

import type { Entry } from '../../lib/ledger/entry.ts';
import { type EntryItem, entriesOf } from '../../lib/ledger/entry-item.ts';

export type StoredEntry = Entry & { account: string; position: string; border?: string };

/** @param items the items as they are stored */
export function storedEntries(items: readonly object[]): StoredEntry[] {
  return (items as EntryItem[]).flatMap((item) => {
    const { account, border } = item;
    const shared = { account, ...(border ? { border } : {}) };
    return entriesOf(item).map(({ position, entry }) => ({ ...entry, ...shared, position }));
  });
}
