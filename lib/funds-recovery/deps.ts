// Defines the dependencies of the operations on recoveries of payouts, in addition to lib/platform/deps.ts.

import type { Core as Below } from '../chargeback/deps.ts';
import type { Incidents } from '../incident/incident-store.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { RecoveryRows } from './recovery-store.ts';

export type WithRecoveries = { recoveries: RecoveryRows; incidents: Incidents };
export type RecoveryDeps = Below & WithRecoveries & WithNetwork;
