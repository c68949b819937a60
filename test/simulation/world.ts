// Creates the world of one run: the deployed code on real clients, its tables and queues, and everything around it. One
// scheduler runs all of it.

import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Tokens } from '../../lib/access/tokens.ts';
import type { Deps } from '../../lib/app/deps.ts';
import { makeDeps } from '../../lib/app/live.ts';
import { awsClientSettings } from '../../lib/platform/aws-client.ts';
import type { Config } from '../../lib/platform/config.ts';
import { readConfig } from '../../lib/platform/config.ts';
import { type Log, makeLog } from '../../lib/platform/log.ts';
import { documentClient } from '../../lib/platform/table.ts';
import { renamed } from '../../local/in-process.ts';
import { makePermissions } from '../../local/permissions.ts';
import { createResources } from '../../local/resources.ts';
import type { Service } from '../../local/service.ts';
import { type Secrets, wholeEnvironment } from '../../local/settings.ts';
import { unadorned } from '../support/unadorned.ts';
import { makeBooks } from './books.ts';
import { makeBorder } from './border.ts';
import { makeDice } from './dice.ts';
import type { Engine } from './engine.ts';
import { isQuiet, makeFaults, type Profile } from './faults.ts';
import { makeIds } from './ids.ts';
import { type MakeHandler, makeLambda, running } from './lambda.ts';
import { makeMirror } from './mirror.ts';
import { makeOwnFaults } from './own-faults.ts';
import { makePspAccount, type PspAccount } from './psp-account.ts';
import { throughPsp } from './psp-rail.ts';
import { makeRail, type PspName, pspNames } from './rail.ts';
import { makeReceivers } from './receivers.ts';
import { makeReports } from './reports.ts';
import type { Losses } from './revokers.ts';
import { makeRulebook } from './rulebook.ts';
import { makeScheduler, type Scheduler } from './scheduler.ts';
import { makeSqs } from './sqs.ts';
import { openStreams, type Streams } from './streams.ts';
import { makeTurns } from './turns.ts';
import { followRun } from './virtual-timers.ts';
import { type Call, jsonAnswer, makeWire } from './wire.ts';

export type Base = {
  engine: Engine;
  service: Service;
  secrets: Secrets;
  makeHandlers: ReadonlyMap<string, MakeHandler>;
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A run begins on a Monday at nine in the evening in London. Any Monday would do. */
const startAt = Date.UTC(2027, 2, 1, 21);

export const consoleOrigin = 'https://console.example.com';

const settings = {
  BASE_URL: 'https://api.example.com',
  CONSOLE_URL: `${consoleOrigin}/console`,
  CONSOLE_ISSUER: 'https://people.example.com',
  CONSOLE_CLIENT_ID: 'console',
  // Sessions are long, so that a jump of the clock by a day does not end them all.
  TOKEN_SECONDS: '8640000',
  RESUME_AFTER_SECONDS: '60',
  RETRY_FIRST_SECONDS: '2',
  CHARGEBACK_POLL_SECONDS: '30',
  WEBHOOK_LADDER_SECONDS: '5,300,1800,7200',
  WEBHOOK_PAUSE_AFTER_SECONDS: '432000',
  WEBHOOK_WAITING_MAX: '5',
  WEBHOOKS_MAX: '50',
  DYNAMIC_CODES: 'pay',
  DYNAMIC_CODE_MAX_CENTS: '5000',
  BATCH_LINES_PER_SECOND: '1',
  LOOKUPS_CAPACITY: '200',
  LOOKUPS_PER_MINUTE: '20',
};

/** Returns the line of a PSP in the settings. Only its name is used. */
const entryOf = (name: PspName) => ({ name, psp: 'efi', url: '', key: '', pace: {} }) as const;

export async function openWorld(
  base: Base,
  { seed, profile, keep }: { seed: number; profile: Profile; keep: boolean },
) {
  // The engine remembers the streams and tokens of earlier runs. So each run has its own names, which traces do not
  // show.
  const run = randomBytes(6).toString('hex');
  const dice = makeDice(seed);
  const scheduler = makeScheduler(dice, startAt, keep);
  followRun({ scheduler, dice });
  const faults = makeFaults(dice, profile);
  faults.switchOff();
  const sqs = makeSqs({
    scheduler,
    dice,
    faults,
    isFair: profile === 'neighbour',
    fail: (...what) => mirror.fail(...what),
  });
  const sqsClient = () =>
    unadorned(
      new SQSClient({ ...base.engine.settings, ...retries, requestHandler: sqs.requestHandler as never }),
    );
  const service = renamed(base.service, `sim-${run}`);
  // No caller requests files here. Only the bucket is created, so S3 accepts every call.
  const taken = { handle: async () => ({ response: jsonAnswer(200, {}) }) };
  const s3 = unadorned(new S3Client({ ...base.engine.settings, requestHandler: taken as never }));
  const physical = await createResources(service, { dynamo: base.engine.dynamo, sqs: sqsClient(), s3 });
  const config = readConfig(wholeEnvironment(service, physical, { ...base.secrets, ...settings }));

  let streams: Streams | undefined;
  const mirror = makeMirror(config, base.engine, scheduler.now, isQuiet(profile));
  const onWritten = async (call: Call) => {
    streams?.onWritten(call.tables);
    turns.noteWrite(call.input);
    await mirror.onWritten(call);
  };
  const rulebook = makeRulebook((...what) => mirror.fail(...what), scheduler.lived, scheduler.now);
  const onChange: typeof mirror.onChange = (table, before, after) => {
    sqs.onChange(after);
    mirror.onChange(table, before, after);
    if (table === 'CashoutsTable' && after.acceptedAt) ownFaults?.noteSeen(String(after.id));
    rulebook.onChange(table, before, after);
  };
  const wire = makeWire({ run, scheduler, dice, faults, engine: base.engine, onWritten });
  const reports = makeReports({ scheduler, dice });
  const turns = makeTurns({
    scheduler,
    seed,
    isQuiet: isQuiet(profile),
    isOn: faults.isOn,
    mayRunOut: profile !== 'outage' && !isQuiet(profile),
    isBehindPsp: profile === 'psp',
    fail: (...what) => mirror.fail(...what),
  });
  const rail = makeRail({
    turns,
    scheduler,
    dice,
    faults,
    fail: mirror.fail,
    hasEnded: mirror.hasEndedChargeback,
    receivedAt: (endToEndId) => border.receivedAt(endToEndId),
    takeDefence: reports.take,
    callBack: (kind, reference) =>
      kind === 'payment'
        ? sqs.enqueue(
            queueOf(config.TRANSFERS_QUEUE_URL),
            JSON.stringify({ version: 1, ids: [Number(reference)] }),
          )
        : sqs.enqueue(
            queueOf(config.NETWORK_EVENTS_QUEUE_URL),
            JSON.stringify({
              version: 1,
              kind: 'refund_ended',
              chargebackId: Number.parseInt(reference, 10),
            }),
          ),
  });
  const border = makeBorder({ scheduler, dice, faults, rail, reports });
  const outside = { scheduler, dice, faults, rail, border };
  const pspAccounts = pspNames.map((place) =>
    makePspAccount({
      ...outside,
      place,
      notices: () => sqs.queues.get(queueOf(config.NETWORK_EVENTS_QUEUE_URL)),
      isPaid: (reference) => ['SUCCESS', 'REFUNDED'].includes(mirror.statuses.get(Number(reference)) ?? ''),
    }),
  );
  const [first] = pspAccounts as [PspAccount];
  const pspBooks = pspAccounts.map((account) => makeBooks({ ...outside, account, first }));
  const receivers = makeReceivers({ scheduler, dice, faults });
  const logLines: string[] = [];
  const log = recordingLog(logLines);
  const counted = new Map<string, number>();
  const count = (name: string, value = 1) => void counted.set(name, (counted.get(name) ?? 0) + value);
  // The other runs use the service's own sandbox network, whose tables have faults too.
  const drawsRail = dice.chance(0.7);
  const usesRail = drawsRail || profile === 'psp';
  const ownFaults = profile === 'psp' ? makeOwnFaults({ seed, scheduler, rail }) : undefined;
  const psp =
    ownFaults &&
    throughPsp({ rules: rail.network, scheduler, dice, faults, ownFaults, turns, fail: mirror.fail });
  // In some runs, the operator changes the PSP, or our account at the PSP, and later changes it back.
  const moves = usesRail && !psp && dice.chance(0.5);
  let place: PspName = 'rail';
  // In half of these runs, the settings still contain the former PSP, so that payments in progress there can end.
  const keepsFormer = seed % 2 === 0;
  let former: string | undefined;

  const permissions = makePermissions(service, physical, () => running()?.functionKey);

  function openContainer(): Deps {
    const skew = faults.strikes('clock skew') ? dice.between(-1_500, 1_500) : 0;
    const client = unadorned(
      new DynamoDBClient({ ...base.engine.settings, ...retries, requestHandler: wire as never }),
    );
    const [document, queues] = [documentClient(client), sqsClient()];
    permissions.guard(document, queues);
    // While a stage gets other settings, it has containers with the old settings and containers with the new ones.
    const isStrict = psp !== undefined && dice.chance(0.1);
    const own: Config = isStrict ? { ...config, DYNAMIC_CODES: 'refuse' } : config;
    const deps = makeDeps(permissions.withSecretsOf(own), {
      client: document,
      sqs: queues,
      s3,
      now: () => new Date(scheduler.now() + skew),
      pause: scheduler.sleep,
      ids: makeIds(dice),
      log,
      metrics: { count, flush: () => {} },
      outbound: receivers.outbound,
      makeProvider: ({ CONSOLE_ISSUER: issuer = '' }) => ({
        begin: async ({ state }) => `${issuer}/?state=${state}`,
        /** The code of the answer is the person's id. The real exchange is not simulated. */
        finish: async ({ searchParams }, { state }) =>
          searchParams.get('state') === state
            ? { issuer, subject: searchParams.get('code') ?? '' }
            : undefined,
        signOut: async () => undefined,
      }),
    });
    return {
      ...deps,
      tokens: inSteps(deps.tokens, scheduler),
      ...(usesRail
        ? {
            config: { ...deps.config, PSPS: pspNames.map(entryOf) },
            network: psp?.network ?? rail.networkAt(place, former),
            inbox: border.inbox,
            pspBooks,
          }
        : {}),
    };
  }

  const timeoutOf = (functionKey: string) => timeoutSeconds(service, functionKey);
  const lambda = makeLambda({
    scheduler,
    dice,
    makeHandlers: named(base.makeHandlers, 'reconcilePsp', pspNames[0]),
    timeoutOf,
    openContainer,
  });
  sqs.connect(service, physical, lambda);
  streams = await openStreams({ scheduler, dice, faults, engine: base.engine, lambda, onChange }, physical);

  return {
    seed,
    profile,
    dice,
    scheduler,
    faults,
    sqs,
    service,
    physical,
    config,
    mirror,
    rail,
    border,
    reports,
    pspAccounts,
    startAt,
    /** The number of runs of reconcile-psp that have died or failed. */
    comparisons: { broken: 0 },
    rulebook,
    /**
     * Changes the PSP, unless the operator of this run never does.
     * @param share the share of the containers that get the new settings at once
     */
    changePsp(share: number): void {
      if (!moves) return;
      if (keepsFormer) former = place;
      place = place === 'rail' ? 'another rail' : 'rail';
      scheduler.note(`payouts and refunds go to ${place}`);
      lambda.renew(share);
    },
    losses: { lost: [], vouched: new Set() } as Losses,
    codesSent: psp?.codesSent ?? [],
    pspRefusals: psp?.refusals ?? new Set<string>(),
    ownFaults,
    receivers,
    lambda,
    streams,
    logLines,
    counted,
    usesRail,
    engine: base.engine,
    callbackSecret: base.secrets.NETWORK_CALLBACK_SECRETS,
  };
}

const retries = { maxAttempts: awsClientSettings.maxAttempts };
const queueOf = (url: string) => url.split('/').at(-1) ?? '';

function timeoutSeconds(service: Service, functionKey: string): number {
  const own = (service.functions[functionKey] as { timeout?: number } | undefined)?.timeout;
  return own ?? (service.provider as { timeout?: number }).timeout ?? 10;
}

/**
 * Makes each signature a step of the scheduler. Signatures are computed on other threads, so their answers would
 * otherwise come in any order.
 */
function inSteps(tokens: Tokens, scheduler: Scheduler): Tokens {
  const step = <Result>(label: string, work: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      scheduler.add(label, () => work().then(resolve, reject));
    });
  return {
    publicKeys: tokens.publicKeys,
    issue: (...given) => step('sign a token', () => tokens.issue(...given)),
    verify: (...given) => step('verify a token', () => tokens.verify(...given)),
  };
}

/** Writes the service's own log into a list. */
function recordingLog(lines: string[]): Log {
  const write =
    (level: string) => (message: string, fields: { cashoutId?: number; chargebackId?: number }) => {
      const id = fields.cashoutId ?? fields.chargebackId;
      if (message === 'message failed' && id !== undefined) running()?.worked.failed.add(id);
      lines.push(JSON.stringify({ level, message, ...fields }));
    };
  return makeLog({ info: write('info'), warn: write('warn'), error: write('error') });
}

/**
 * Gives a function settings that name the PSP. Entries that name no PSP count there: opening credits, and payments that
 * the sandbox has simulated.
 */
function named(
  handlers: ReadonlyMap<string, MakeHandler>,
  functionKey: string,
  place: PspName,
): ReadonlyMap<string, MakeHandler> {
  const make = handlers.get(functionKey);
  if (!make) return handlers;
  const settings = { PAYOUT_NETWORK: place, REFUND_NETWORK: place };
  return new Map([
    ...handlers,
    [functionKey, (deps) => make({ ...deps, config: { ...deps.config, ...settings } })],
  ]);
}
