// Defines the dependencies of the operations on cashouts, in addition to lib/platform/deps.ts.

import type { Cashouts } from './cashout-store.ts';
import type { NetworkIds } from './network-id-store.ts';
import type { OpenTransfers } from './open-transfer-store.ts';

export type WithCashouts = { cashouts: Cashouts };
export type WithNetworkIds = { networkIds: NetworkIds };
export type WithOpenTransfers = { openTransfers: OpenTransfers };
