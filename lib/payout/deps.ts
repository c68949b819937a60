// What the operations on payouts are handed, on top of lib/platform/deps.ts.

import type { Incidents } from '../incident/incident-store.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { Ledger } from './ledger-store.ts';

/** The stores that post money, and what a posting may leave behind. */
export type WithMoney = { ledger: Ledger; markers: Markers; incidents: Incidents };
