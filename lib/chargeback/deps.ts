// Defines the dependencies of the operations on chargebacks, in addition to lib/platform/deps.ts.

import type { WithMoney as MoneyBelow } from '../payout/deps.ts';
import type { ChargebackLedger } from './chargeback-ledger-store.ts';
import type { Chargebacks } from './chargeback-store.ts';

export type WithChargebacks = { chargebacks: Chargebacks };

export type WithMoney = MoneyBelow & { chargebackLedger: ChargebackLedger };
