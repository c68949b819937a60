// Defines the dependencies of the operations on accounts, in addition to lib/platform/deps.ts.

import type { Accounts } from './account-store.ts';
import type { PixKeys } from './pix-key-store.ts';
import type { Watches } from './watch-store.ts';

export type WithAccounts = { accounts: Accounts };
export type WithPixKeys = { pixKeys: PixKeys };
export type WithWatches = { watches: Watches };
