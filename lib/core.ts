// What every function has that knows the tables: the stores, and who calls. Queues, strangers' addresses and the network are
// the business of those that name them besides: their clients would be in every bundle, and be built at every start.

import type { Core } from './deps.ts';
import type { Ground } from './ground.ts';
import { makeAccounts } from './stores/accounts.ts';
import { makeAudit } from './stores/audit.ts';
import { makeBooks } from './stores/books.ts';
import { makeBorderEntries } from './stores/border-entries.ts';
import { makeCashouts } from './stores/cashouts.ts';
import { makeChargebackLedger } from './stores/chargeback-ledger.ts';
import { makeChargebacks } from './stores/chargebacks.ts';
import { makeClients } from './stores/clients.ts';
import { makeDirectory } from './stores/directory.ts';
import { makeFees } from './stores/fees.ts';
import { makeFreezes } from './stores/freezes.ts';
import { makeImposedReturns } from './stores/imposed-returns.ts';
import { makeIncidents } from './stores/incidents.ts';
import { makeIncoming } from './stores/incoming.ts';
import { makeLedger } from './stores/ledger.ts';
import { makeLimits } from './stores/limits.ts';
import { makeMarkers } from './stores/markers.ts';
import { makeMedCases } from './stores/med-cases.ts';
import { makeOpenTransfers } from './stores/open-transfers.ts';
import { makeOpenWorkIndex } from './stores/open-work-index.ts';
import { makePixKeys } from './stores/pix-keys.ts';
import { makeQrCodes } from './stores/qr-codes.ts';
import { makeStatement } from './stores/statement.ts';
import { makeTenants } from './stores/tenants.ts';
import { makeUsers } from './stores/users.ts';
import { makeWaitingPayments } from './stores/waiting-payments.ts';
import { makeTokens } from './tokens.ts';
import { makeDeliveries } from './webhook/delivery-store.ts';
import { makeEvents } from './webhook/event-store.ts';
import { makeSlowAttempts } from './webhook/slow-attempt-store.ts';
import { slowAttemptsMax } from './webhook/webhook.ts';
import { makeWebhooks } from './webhook/webhook-store.ts';

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
