// Defines the dependencies of the operations on payouts, in addition to lib/platform/deps.ts.

import type { Incidents } from '../incident/incident-store.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { Ledger } from './ledger-store.ts';

/** The store that writes ledger entries, and the stores of the markers and incidents that are written with an entry. */
export type WithMoney = { ledger: Ledger; markers: Markers; incidents: Incidents };
