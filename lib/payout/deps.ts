// Defines the dependencies of the operations on payouts, in addition to lib/platform/deps.ts.

import type { Incidents } from '../incident/incident-store.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { Ledger } from './ledger-store.ts';

/**
 * The stores that move money: the ledger, and the markers and incidents that are written in the same transaction. A
 * hold also reads the amount that is left at the PSP.
 */
export type WithMoney = { ledger: Ledger; markers: Markers; incidents: Incidents } & WithPspRows;
