// Defines the dependencies of the operations on the PIX network, in addition to lib/platform/deps.ts.

import type { BalanceAt } from './balance.ts';
import type { NetworkInbox } from './inbox.ts';
import type { PixNetwork } from './port.ts';
import type { PspBooks } from './psp-books.ts';
import type { ReadSecrets } from './psp-client.ts';
import type { PspRows } from './psp-row-store.ts';
import type { SharedBuckets } from './shared-bucket-store.ts';

export type WithNetwork = { network: PixNetwork };

/** The lists of a PSP; absent if no PSP is configured. */
export type WithInbox = { inbox?: NetworkInbox };

/** Our certificates and credentials at the PSPs; absent if no PSP is configured. */
export type WithPspSecret = { readSecrets?: ReadSecrets };

/** The balances at the PSPs for payouts; none if no PSP pays. */
export type WithBalances = { balances: readonly BalanceAt[] };

/** What is known of each PSP that pays, and what companies share there. */
export type WithPspRows = { pspRows: PspRows; buckets: SharedBuckets };

/** The books of our accounts at PSPs; none if no PSP is configured. */
export type WithPspBooks = { pspBooks: readonly PspBooks[] };
