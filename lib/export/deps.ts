// Defines the dependencies of the operations on exports, in addition to lib/platform/deps.ts.

import type { AccountRef } from '../base/account-ref.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';
import type { Exports } from './export-store.ts';

export type WithExports = { exports: Exports };

export type ExportQueue = {
  /**
   * Sends an export to its queue.
   * @param delaySeconds at most 900
   */
  sendExport(row: { account: AccountRef; id: string }, delaySeconds?: number): Promise<void>;
};
export type WithQueues = { queues: ExportQueue };

/** Finds the payee or the payer of each entry. */
export type WithParties = { parties: { name(entries: readonly Entry[]): Promise<ShownEntry[]> } };
