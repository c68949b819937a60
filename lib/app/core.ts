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
import { makeCompanies } from '../operating/company-store.ts';
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

export function makeCore({ config, now, pause, ids, log, metrics, db }: Ground): Core {
  const webhooks = makeWebhooks(db);
  return {
    config,
    now,
    pause,
    ids,
    log,
    metrics,
    tokens: makeTokens(config),
    clients: makeClients(db, now),
    limits: makeLimits(db, now),
    companies: makeCompanies(db),
    users: makeUsers(db),
    accounts: makeAccounts(db),
    directory: makeDirectory(db),
    pixKeys: makePixKeys(db),
    freezes: makeFreezes(db),
    audit: makeAudit(db),
    cashouts: makeCashouts(db),
    openTransfers: makeOpenTransfers(db, now),
    ledger: makeLedger(db, now),
    incoming: makeIncoming(db, now),
    imposedReturns: makeImposedReturns(db, now),
    waitingPayments: makeWaitingPayments(db),
    statement: makeStatement(db),
    events: makeEvents(db),
    qrCodes: makeQrCodes(db),
    medCases: makeMedCases(db),
    chargebacks: makeChargebacks(db),
    chargebackLedger: makeChargebackLedger(db, now),
    openWork: makeOpenWorkIndex(db),
    webhooks,
    deliveries: makeDeliveries(db, webhooks),
    slowAttempts: makeSlowAttempts(db, slowAttemptsMax),
    incidents: makeIncidents(db),
    markers: makeMarkers(db),
    fees: makeFees(db, now),
    borderEntries: makeBorderEntries(db),
    books: makeBooks(db),
  };
}
