// Builds what every function that reads the tables has. Queues, outbound calls and the network are added only
// to the functions that name them: otherwise every bundle would carry their clients, and every start would
// build them.

import { makeClients } from '../access/client-store.ts';
import { makeLimits } from '../access/limit-store.ts';
import { makeTokens } from '../access/tokens.ts';
import { makeUsers } from '../access/user-store.ts';
import { makeAccounts } from '../account/account-store.ts';
import { makePixKeys } from '../account/pix-key-store.ts';
import { makeCashouts } from '../cashout/cashout-store.ts';
import { makeLedger } from '../cashout/ledger-store.ts';
import { makeOpenTransfers } from '../cashout/open-transfer-store.ts';
import { makeChargebackLedger } from '../chargeback/chargeback-ledger-store.ts';
import { makeChargebacks } from '../chargeback/chargeback-store.ts';
import { makeFreezes } from '../freeze/freeze-store.ts';
import { makeIncidents } from '../incident/incident-store.ts';
import { makeFees } from '../incoming/fee-store.ts';
import { makeImposedReturns } from '../incoming/imposed-return-store.ts';
import { makeIncoming } from '../incoming/incoming-store.ts';
import { makeWaitingPayments } from '../incoming/waiting-payment-store.ts';
import { makeStatement } from '../ledger/statement-store.ts';
import { makeMedCases } from '../med-case/med-case-store.ts';
import { makeAudit } from '../operating/audit-store.ts';
import { makeTenants } from '../operating/company-store.ts';
import { makeMarkers } from '../platform/marker-store.ts';
import { makeQrCodes } from '../qr-code/qr-code-store.ts';
import { makeBooks } from '../reconciliation/book-store.ts';
import { makeBorderEntries } from '../reconciliation/border-entry-store.ts';
import { makeDirectory } from '../reconciliation/directory-store.ts';
import { makeOpenWorkIndex } from '../reconciliation/open-work-index-store.ts';
import { makeDeliveries } from '../webhook/delivery-store.ts';
import { makeEvents } from '../webhook/event-store.ts';
import { makeSlowAttempts } from '../webhook/slow-attempt-store.ts';
import { slowAttemptsMax } from '../webhook/webhook.ts';
import { makeWebhooks } from '../webhook/webhook-store.ts';
import type { Core } from './deps.ts';
import type { Ground } from './ground.ts';

export function makeCore({ config, now, pause, ids, log, metrics, door }: Ground): Core {
  const webhooks = makeWebhooks(door);
  return {
    config,
    now,
    pause,
    ids,
    log,
    metrics,
    tokens: makeTokens(config),
    clients: makeClients(door, now),
    limits: makeLimits(door, now),
    tenants: makeTenants(door),
    users: makeUsers(door),
    accounts: makeAccounts(door),
    directory: makeDirectory(door),
    pixKeys: makePixKeys(door),
    freezes: makeFreezes(door),
    audit: makeAudit(door),
    cashouts: makeCashouts(door),
    openTransfers: makeOpenTransfers(door, now),
    ledger: makeLedger(door, now),
    incoming: makeIncoming(door, now),
    imposedReturns: makeImposedReturns(door, now),
    waitingPayments: makeWaitingPayments(door),
    statement: makeStatement(door),
    events: makeEvents(door),
    qrCodes: makeQrCodes(door),
    medCases: makeMedCases(door),
    chargebacks: makeChargebacks(door),
    chargebackLedger: makeChargebackLedger(door, now),
    openWork: makeOpenWorkIndex(door),
    webhooks,
    deliveries: makeDeliveries(door, webhooks),
    slowAttempts: makeSlowAttempts(door, slowAttemptsMax),
    incidents: makeIncidents(door),
    markers: makeMarkers(door),
    fees: makeFees(door, now),
    borderEntries: makeBorderEntries(door),
    books: makeBooks(door),
  };
}
