// The one place where the real dependencies are built: from the environment, once per container.

import { setTimeout as pause } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { type Config, hasSandbox, readConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { randomIds } from './ids.ts';
import { lambdaLog } from './log.ts';
import { makeOutbound } from './outbound.ts';
import { chooseNetwork } from './pix/choose-network.ts';
import { makeFetchCharge } from './pix/fetch-charge.ts';
import type { ReadSecret } from './pix/psp-client.ts';
import { makeReadSecret } from './pix/psp-secret.ts';
import { makeSandboxNetwork } from './pix/sandbox-network.ts';
import { makeQueues } from './queues.ts';
import { makeAccounts } from './stores/accounts.ts';
import { makeAudit } from './stores/audit.ts';
import { awsClientSettings } from './stores/aws-client.ts';
import { makeCashouts } from './stores/cashouts.ts';
import { makeChargebackLedger } from './stores/chargeback-ledger.ts';
import { makeChargebacks } from './stores/chargebacks.ts';
import { makeClients } from './stores/clients.ts';
import { makeDeliveries } from './stores/deliveries.ts';
import { makeEvents } from './stores/events.ts';
import { makeFreezes } from './stores/freezes.ts';
import { makeIncidents } from './stores/incidents.ts';
import { makeIncoming } from './stores/incoming.ts';
import { makeLedger } from './stores/ledger.ts';
import { makeMedCases } from './stores/med-cases.ts';
import { makePixKeys } from './stores/pix-keys.ts';
import { makeQrCodes } from './stores/qr-codes.ts';
import { makeStatement } from './stores/statement.ts';
import { type Door, documentClient } from './stores/table.ts';
import { makeTenants } from './stores/tenants.ts';
import { makeUsers } from './stores/users.ts';
import { makeWebhooks } from './stores/webhooks.ts';
import { makeTokens } from './tokens.ts';

/** The parts of the world that a test replaces; everything else is the same code that Lambda runs. */
export type World = Partial<Pick<Deps, 'now' | 'pause' | 'ids' | 'log' | 'queues' | 'outbound'>> & {
  client?: ReturnType<typeof documentClient>;
  sqs?: SQSClient;
  readSecret?: ReadSecret;
};

export function makeDeps(config: Config, world: World = {}): Deps {
  const now = world.now ?? (() => new Date());
  const ids = world.ids ?? randomIds;
  const wait = world.pause ?? pause;
  const client = world.client ?? documentClient();
  const door: Door = { client, config, pause: wait, fraction: ids.fraction, token: ids.uuid };
  const outbound = world.outbound ?? makeOutbound({ allowLoopback: config.OUTBOUND_LOOPBACK === 'allow' });
  const fetchCharge = makeFetchCharge({ outbound, issuers: config.BR_CODE_ISSUERS, now });
  const webhooks = makeWebhooks(door);
  const sandbox = hasSandbox(config) ? makeSandboxNetwork(door, now, fetchCharge) : undefined;
  const log = world.log ?? lambdaLog(config.STAGE);
  const readSecret = world.readSecret ?? makeReadSecret(config.PSP_SECRET_ID ?? '');
  return {
    config,
    now,
    pause: wait,
    ids,
    log,
    tokens: makeTokens(config),
    clients: makeClients(door, now),
    tenants: makeTenants(door),
    users: makeUsers(door),
    accounts: makeAccounts(door),
    pixKeys: makePixKeys(door),
    freezes: makeFreezes(door),
    audit: makeAudit(door),
    cashouts: makeCashouts(door),
    ledger: makeLedger(door, now),
    incoming: makeIncoming(door, now),
    statement: makeStatement(door),
    events: makeEvents(door),
    qrCodes: makeQrCodes(door),
    medCases: makeMedCases(door),
    chargebacks: makeChargebacks(door),
    chargebackLedger: makeChargebackLedger(door, now),
    webhooks,
    deliveries: makeDeliveries(door, webhooks),
    incidents: makeIncidents(door),
    outbound,
    queues: world.queues ?? makeQueues(world.sqs ?? new SQSClient(awsClientSettings), config),
    ...chooseNetwork({ config, sandbox, readSecret, now, log }),
    ...(sandbox ? { sandbox } : {}),
  };
}

const live = (): Deps => makeDeps(readConfig(process.env));

/**
 * A Lambda's entry point. In Lambda the dependencies are built while the container starts, where time is cheap;
 * elsewhere (a test that imports the file) only when it is called.
 */
export function start<Event, Result>(
  makeHandler: (deps: Deps) => (event: Event, context: Context) => Promise<Result>,
) {
  let handler = process.env.AWS_LAMBDA_FUNCTION_NAME ? makeHandler(live()) : undefined;
  return (event: Event, context: Context): Promise<Result> => {
    handler ??= makeHandler(live());
    return handler(event, context);
  };
}
