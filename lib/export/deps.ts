// What the operations on exports are handed, on top of lib/platform/deps.ts.

import type { AccountRef } from '../base/account-ref.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';
import type { Exports } from './export-store.ts';

export type WithExports = { exports: Exports };

export type ExportQueue = {
  /** @param delaySeconds at most 900 */
  sendExport(row: { account: AccountRef; id: string }, delaySeconds?: number): Promise<void>;
};
export type WithQueues = { queues: ExportQueue };

/** Who the other party of an entry is. */
export type WithParties = { parties: { name(entries: readonly Entry[]): Promise<ShownEntry[]> } };
