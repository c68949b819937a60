// Defines the dependency of operations that count payouts, in addition to lib/platform/deps.ts.

import type { Payouts } from './payout-store.ts';

export type WithPayouts = { payouts: Payouts };
