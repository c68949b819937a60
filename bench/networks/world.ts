// Opens the service in this process in simulated time, with two PSPs behind their real adapters: Efí, which dies for
// some time, and Woovi, which lies.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Deps } from '../../lib/app/deps.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import { makeWooviPayouts } from '../../lib/network/woovi/payouts.ts';
import { anyCredentials } from '../../local/emulators/program.ts';
import { startEngines } from '../../local/engines.ts';
import { openInProcess, renamed } from '../../local/in-process.ts';
import { readService } from '../../local/read-service.ts';
import { engineHost } from '../../test/dynamodb/engine.ts';
import { makeFakePsp } from '../../test/psp/fake-psp.ts';
import { makeFakeWoovi } from '../../test/psp/fake-woovi.ts';
import { engineClient, openClient } from '../../test/support/clients.ts';
import { countCalls } from '../count-calls.ts';
import type { Tenant } from '../stage.ts';
import { dying, lying } from './faults.ts';
import { makeTruth } from './truth.ts';
import { virtualQueue } from './virtual-queue.ts';

/** The names of the PSPs in rows. */
export const places = { first: 'efi-first', second: 'woovi-second' } as const;
const accounts = 20;
const openingReais = 1_000_000;
export const openingCents = openingReais * 100;
const silent = { info() {}, warn() {}, error() {} };
const noCharge = async () => ({ kind: 'unknown' }) as const;

export type World = Awaited<ReturnType<typeof openWorld>>;

/** @param dead the milliseconds of simulated time at which the first PSP dies, and lives again */
export async function openWorld(
  now: () => Date,
  dead: readonly [from: number, to: number],
  draw: () => number,
) {
  const truths = { first: makeTruth(now, draw), second: makeTruth(now, draw) };
  const lies = new Map<string, number>();
  let calls = 0;
  const efi = makeFakePsp({ rules: truths.first.rules, now, payerOf: async () => undefined });
  const woovi = makeFakeWoovi({ rules: truths.second.rules, now });
  const deadFor = () => {
    const time = now().getTime();
    return time >= dead[0] && time < dead[1] ? time - dead[0] : undefined;
  };
  const counted =
    (call: CallPsp): CallPsp =>
    (asked) => {
      calls += 1;
      return call(asked);
    };
  const count = (lie: string) => void lies.set(lie, (lies.get(lie) ?? 0) + 1);
  const first = {
    ...makeEfiPayouts(counted(dying(efi, deadFor, draw)), 'us@example.com', noCharge),
    payoutsAt: places.first,
  };
  const second = {
    ...makeWooviPayouts(counted(lying(woovi, draw, count)), '', noCharge),
    payoutsAt: places.second,
  };

  const engines = await startEngines();
  const endpoint = `http://${engineHost}`;
  const tables = { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint };
  Object.assign(process.env, engines.environment, tables, anyCredentials);
  const clients = {
    dynamo: engineClient(DynamoDBClient),
    streams: engineClient(DynamoDBStreamsClient),
    sqs: engineClient(SQSClient),
  };
  const client = openClient();
  const billed = countCalls(client);
  const world = { client, sqs: clients.sqs, log: silent, now };
  const stack = await openInProcess(
    renamed(readService(), 'networks'),
    clients,
    { SANDBOX_KEY: 'local' },
    world,
  );
  const { queues, add, take } = virtualQueue(now);
  const psps = Object.values(places).map(
    (name) => ({ name, psp: 'efi', url: '', key: '', pace: {} }) as const,
  );
  const deps: Deps = { ...stack.deps, queues, config: { ...stack.deps.config, PSPS: psps } };
  const refunds = { ...truths.first.rules, refundsAt: 'none' };
  const before: PixNetwork = { ...refunds, ...first };
  const after: PixNetwork = { ...refunds, ...second, at: () => ({ payouts: first }) };
  const opened = await stack.send({
    method: 'POST',
    path: '/sandbox/tenants',
    headers: { 'x-sandbox-key': 'local' },
    body: JSON.stringify({ accounts, balance: openingReais }),
  });

  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body));
  return {
    deps,
    tenant: opened.body as Tenant,
    truths,
    lies,
    /** Returns the units that DynamoDB bills since the last call. */
    takeUnits: () => billed.take(),
    /** Returns the calls to both PSPs so far. */
    pspCalls: () => calls,
    /** Sends rows to the workers, and takes those that are due. */
    queue: { add, take },
    /** The dependencies before and after the operator moves new payouts to the second PSP. */
    before: { ...deps, network: before },
    after: { ...deps, network: after },
    async close() {
      await stack.stop();
      await engines.stop();
      for (const name of Object.keys({ ...engines.environment, ...tables })) delete process.env[name];
    },
  };
}
