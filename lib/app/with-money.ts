// The stores that post money, for the functions that name them.

import { makeChargebackLedger } from '../chargeback/chargeback-ledger-store.ts';
import { makeIncidents } from '../incident/incident-store.ts';
import { makeFees } from '../incoming/fee-store.ts';
import { makeImposedReturns } from '../incoming/imposed-return-store.ts';
import { makeIncoming } from '../incoming/incoming-store.ts';
import { makeWaitingPayments } from '../incoming/waiting-payment-store.ts';
import { makeLedger } from '../payout/ledger-store.ts';
import { makeMarkers } from '../platform/marker-store.ts';
import type { WithMoney } from './deps.ts';
import type { Ground } from './ground.ts';

export function withMoney({ db, now, watches }: Ground): WithMoney {
  return {
    ledger: makeLedger(db, now, watches),
    incoming: makeIncoming(db, now),
    imposedReturns: makeImposedReturns(db, now),
    waitingPayments: makeWaitingPayments(db),
    chargebackLedger: makeChargebackLedger(db, now),
    fees: makeFees(db, now),
    markers: makeMarkers(db),
    incidents: makeIncidents(db),
  };
}
