// The one place where the real dependencies are built: from the environment, once per container.

import { setTimeout as pause } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { type Config, hasSandbox, readConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { randomIds } from './ids.ts';
import { lambdaLog } from './log.ts';
import { flushed, lambdaMetrics, noMetrics } from './metrics.ts';
import type { ApiResult } from './middleware/api.ts';
import { renderRefusal } from './middleware/render-errors.ts';
import { makeOutbound } from './outbound.ts';
import { chooseNetwork } from './pix/choose-network.ts';
import { makeFetchCharge } from './pix/fetch-charge.ts';
import type { ReadSecret } from './pix/psp-client.ts';
import { makeReadSecret } from './pix/psp-secret.ts';
import { makeSandboxNetwork } from './pix/sandbox-network.ts';
import { makeQueues } from './queues.ts';
import { makeReadSettings, type Settings } from './secret-settings.ts';
import { makeAccounts } from './stores/accounts.ts';
import { makeAudit } from './stores/audit.ts';
import { awsClientSettings } from './stores/aws-client.ts';
import { makeCashouts } from './stores/cashouts.ts';
import { makeChargebackLedger } from './stores/chargeback-ledger.ts';
import { makeChargebacks } from './stores/chargebacks.ts';
import { makeClients } from './stores/clients.ts';
import { makeDeliveries } from './stores/deliveries.ts';
import { makeDirectory } from './stores/directory.ts';
import { makeEvents } from './stores/events.ts';
import { makeFreezes } from './stores/freezes.ts';
import { makeIncidents } from './stores/incidents.ts';
import { makeIncoming } from './stores/incoming.ts';
import { makeLedger } from './stores/ledger.ts';
import { makeMedCases } from './stores/med-cases.ts';
import { makeOpenWorkIndex } from './stores/open-work-index.ts';
import { makePixKeys } from './stores/pix-keys.ts';
import { makeQrCodes } from './stores/qr-codes.ts';
import { makeStatement } from './stores/statement.ts';
import { type Door, documentClient } from './stores/table.ts';
import { makeTenants } from './stores/tenants.ts';
import { makeUsers } from './stores/users.ts';
import { makeWebhooks } from './stores/webhooks.ts';
import { makeTokens } from './tokens.ts';

/** The parts of the world that a test replaces; everything else is the same code that Lambda runs. */
export type World = Partial<
  Pick<Deps, 'now' | 'pause' | 'ids' | 'log' | 'metrics' | 'queues' | 'outbound'>
> & {
  client?: ReturnType<typeof documentClient>;
  sqs?: SQSClient;
  readSecret?: ReadSecret;
};

export function makeDeps(config: Config, world: World = {}): Deps {
  const now = world.now ?? (() => new Date());
  const ids = world.ids ?? randomIds;
  const wait = world.pause ?? pause;
  const client = world.client ?? documentClient();
  const metrics = world.metrics ?? (config.STAGE === 'local' ? noMetrics : lambdaMetrics(config.STAGE));
  const { count } = metrics;
  const door: Door = { client, config, pause: wait, fraction: ids.fraction, token: ids.uuid, count };
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
    metrics,
    tokens: makeTokens(config),
    clients: makeClients(door, now),
    tenants: makeTenants(door),
    users: makeUsers(door),
    accounts: makeAccounts(door),
    directory: makeDirectory(door),
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
    openWork: makeOpenWorkIndex(door),
    webhooks,
    deliveries: makeDeliveries(door, webhooks),
    incidents: makeIncidents(door),
    outbound,
    queues: world.queues ?? makeQueues(world.sqs ?? new SQSClient(awsClientSettings), config),
    ...chooseNetwork({ config, sandbox, readSecret, now, log }),
    ...(sandbox ? { sandbox } : {}),
  };
}

type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * A Lambda's entry point. In Lambda the dependencies are built while the container starts, where time is cheap, and
 * again when a secret has been rotated; elsewhere (a test that imports the file) only when it is called.
 */
export function start<Event extends object, Result>(makeHandler: (deps: Deps) => Handler<Event, Result>) {
  const log = lambdaLog(process.env.STAGE ?? '');
  const readSettings = makeReadSettings(
    process.env,
    () => new Date(),
    (error) => log.error('secrets could not be read again', {}, error),
  );
  let built: { settings: Settings; handler: Handler<Event, Result> } | undefined;

  async function ready(): Promise<Handler<Event, Result>> {
    const settings = await readSettings();
    if (built?.settings === settings) return built.handler;
    try {
      const deps = makeDeps(readConfig(settings));
      built = { settings, handler: flushed(deps.metrics, makeHandler(deps)) };
    } catch (error) {
      // A secret that was changed to something of no use: what served before goes on.
      if (!built) throw error;
      log.error('changed secrets are of no use', {}, error);
      built = { settings, handler: built.handler };
    }
    return built.handler;
  }

  // What fails here is tried again at the first call; and what was read here may be old by then.
  const starting = process.env.AWS_LAMBDA_FUNCTION_NAME ? ready().catch(() => {}) : undefined;
  return async (event: Event, context: Context): Promise<Result | ApiResult> => {
    await starting;
    const handler = await ready().catch((error) => {
      // A message waits for better times; a caller is not to blame, and is told so.
      if (!('routeKey' in event)) throw error;
      log.error('not ready', { code: 'unavailable' }, error);
      return async () => renderRefusal('unavailable');
    });
    return handler(event, context);
  };
}
