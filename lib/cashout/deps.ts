// Defines the dependencies of the operations on cashouts, in addition to lib/platform/deps.ts.

import type { Payouts } from '../rules/payout-store.ts';
import type { Core as Below } from '../webhook/deps.ts';
import type { Cashouts } from './cashout-store.ts';
import type { NetworkIds } from './network-id-store.ts';
import type { OpenTransfers } from './open-transfer-store.ts';

export type Core = Below & {
  cashouts: Cashouts;
  networkIds: NetworkIds;
  openTransfers: OpenTransfers;
  payouts: Payouts;
};
