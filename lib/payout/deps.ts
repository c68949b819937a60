// The dependencies of the operations on payouts, in addition to lib/platform/deps.ts.

import type { Incidents } from '../incident/incident-store.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { Ledger } from './ledger-store.ts';

/** The stores that post money, and the stores for follow-ups of a posting. */
export type WithMoney = { ledger: Ledger; markers: Markers; incidents: Incidents };
