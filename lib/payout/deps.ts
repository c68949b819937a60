// Defines the dependencies of the operations on payouts, in addition to lib/platform/deps.ts.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import type { Incidents } from '../incident/incident-store.ts';
import type { WithNetwork, WithPspRows } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithQueues } from '../webhook/deps.ts';
import type { Ledger } from './ledger-store.ts';

/**
 * The stores that move money: the ledger, and the markers and incidents that are written in the same transaction. A
 * hold also reads the amount that is left at the PSP.
 */
export type WithMoney = { ledger: Ledger; markers: Markers; incidents: Incidents } & WithPspRows;

/** What each step on the road of a payment needs. */
export type TransferDeps = Base &
  WithLookups &
  WithAccounts &
  WithQrCodes &
  WithCashouts &
  WithNetworkIds &
  WithMoney &
  WithNetwork &
  WithQueues;
