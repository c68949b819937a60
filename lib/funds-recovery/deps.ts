// Defines the dependencies of the operations on recoveries of payouts, in addition to lib/platform/deps.ts.

import type { WithAccounts } from '../account/deps.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { Incidents } from '../incident/incident-store.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { RecoveryRows } from './recovery-store.ts';

export type WithRecoveries = { recoveries: RecoveryRows; incidents: Incidents };
export type RecoveryDeps = Base & WithAccounts & WithCashouts & WithRecoveries & WithNetwork;
