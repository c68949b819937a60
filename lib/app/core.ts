// Builds the common dependencies of all functions that read the tables. A function names the others that it needs:
// stores (stores.ts), queues, outbound calls, the network (live.ts). So a bundle contains, and a start builds, only
// code that the function uses.

import { makeClients } from '../access/client-store.ts';
import { makeLimits } from '../access/limit-store.ts';
import { makeLookups } from '../access/lookup-store.ts';
import { makeSeenPlaces } from '../access/place-store.ts';
import { makeTokens } from '../access/tokens.ts';
import { makeUsers } from '../access/user-store.ts';
import { makeAccounts } from '../account/account-store.ts';
import { makePixKeys } from '../account/pix-key-store.ts';
import { makeCashouts } from '../cashout/cashout-store.ts';
import { makeNetworkIds } from '../cashout/network-id-store.ts';
import { makeOpenTransfers } from '../cashout/open-transfer-store.ts';
import { makeChargebacks } from '../chargeback/chargeback-store.ts';
import { makeStatement } from '../ledger/statement-store.ts';
import { makeMedCases } from '../med-case/med-case-store.ts';
import { makeQrCodes } from '../qr-code/qr-code-store.ts';
import { makePayouts } from '../rules/payout-store.ts';
import { makeDeliveries } from '../webhook/delivery-store.ts';
import { makeEvents } from '../webhook/event-store.ts';
import { makeFeedChecks } from '../webhook/feed-check-store.ts';
import { makeSlowAttempts } from '../webhook/slow-attempt-store.ts';
import { slowAttemptsMax } from '../webhook/webhook.ts';
import { makeWebhooks } from '../webhook/webhook-store.ts';
import type { Core } from './deps.ts';
import type { Runtime } from './runtime.ts';

export function makeCore({ config, now, pause, ids, log, metrics, traces, db, watches }: Runtime): Core {
  const webhooks = makeWebhooks(db);
  return {
    config,
    now,
    pause,
    ids,
    log,
    metrics,
    traces,
    tokens: makeTokens(config),
    clients: makeClients(db, now),
    limits: makeLimits(db, now),
    seenPlaces: makeSeenPlaces(db),
    lookups: makeLookups(db),
    users: makeUsers(db),
    accounts: makeAccounts(db),
    pixKeys: makePixKeys(db),
    watches,
    cashouts: makeCashouts(db, watches),
    networkIds: makeNetworkIds(db),
    openTransfers: makeOpenTransfers(db, now),
    payouts: makePayouts(db),
    statement: makeStatement(db),
    events: makeEvents(db, watches),
    feedChecks: makeFeedChecks(db),
    qrCodes: makeQrCodes(db),
    medCases: makeMedCases(db),
    chargebacks: makeChargebacks(db),
    webhooks,
    deliveries: makeDeliveries(db, webhooks),
    slowAttempts: makeSlowAttempts(db, slowAttemptsMax),
  };
}
