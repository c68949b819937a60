// Causes each loss that callers see (docs/disaster.md) on the real handlers. Each answer gives a line of the access log,
// and the alarm is evaluated over what the log's filters and the gateway make of it.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, inject, test } from 'vitest';
import { callLosses } from '../../../infra/losses/calls.ts';
import type { Deps } from '../../../lib/app/deps.ts';
import { documentClient } from '../../../lib/platform/table.ts';
import { sendInProcess, signed, type Tenant } from '../../support/api.ts';
import { engineClient } from '../../support/clients.ts';
import type { Timeline, Written } from '../../support/evaluate-alarm.ts';
import { filtered } from '../../support/metric-filters.ts';
import { type Counted, collecting } from '../../support/stack.ts';
import { useStack } from '../../support/use-stack.ts';
import { alarmOf, hourly, isQuiet, once, since, testMinutes, writtenOf } from './raised.ts';

const { Resources } = inject('service').resources;
const used = useStack();

/** What AWS writes for a call: the metrics of the gateway, and those of the filters of its log. */
function writtenFor(route: string, status: number, milliseconds = 40): Written[] {
  return [
    ...filtered(Resources, { route, status: String(status) }),
    { metric: '4xx', value: Number(status >= 400 && status < 500) },
    { metric: '5xx', value: Number(status >= 500) },
    { metric: 'Latency', value: milliseconds },
  ];
}

/** Returns the stage with a database that does not answer, after a caller has got a token. */
function withoutDatabase(): Deps {
  const requestHandler = {
    handle: async () => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    },
  };
  const settings = { requestHandler, maxAttempts: 1 } as never;
  return used.stack.with({ client: documentClient(engineClient(DynamoDBClient, settings)) });
}

/** Makes one call to a healthy stage, and to one without its database. */
async function callBoth(route: string, content: object) {
  const { tenant, token, source } = await used.newCaller();
  const [method = '', path = ''] = route.split(' ');
  const body = JSON.stringify({ ...source, ...content });
  const headers = {
    authorization: `Bearer ${token}`,
    hmac: signed(tenant.hmac_secret, body),
    'content-type': 'application/json',
  };
  const call = method === 'GET' ? { method, path, headers } : { method, path, headers, body };
  return answersOf(route, (deps) => sendInProcess(used.stack, deps)(call));
}

async function answersOf(route: string, ask: (deps: Deps) => Promise<{ status: number }>) {
  const [good, bad] = [await ask(used.stack.deps), await ask(withoutDatabase())];
  expect([good.status < 500, bad.status >= 500]).toEqual([true, true]);
  return { good: writtenFor(route, good.status), bad: writtenFor(route, bad.status) };
}

const create = () => callBoth('POST /create-cashout', { amount: 1, key: 'fulano@example.com' });
const decide = () => callBoth('POST /approve-cashout', { id: 1 });
const basicOf = ({ client_id, client_secret }: Tenant) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
async function token() {
  const { tenant } = await used.newCaller();
  const headers = { authorization: basicOf(tenant), 'content-type': 'application/x-www-form-urlencoded' };
  const call = { method: 'POST', path: '/oauth2/token', headers, body: 'grant_type=client_credentials' };
  return answersOf('POST /oauth2/token', (deps) => sendInProcess(used.stack, deps)(call));
}
type Both = Awaited<ReturnType<typeof create>>;
const fails = ({ good, bad }: Both) => since(bad, good);
const failsOften = ({ good, bad }: Both) => hourly(bad, good);

const causes: Record<keyof typeof callLosses, () => Promise<Timeline>> = {
  creationsFail: async () => fails(await create()),
  creationsFailOften: async () => failsOften(await create()),
  decisionsFail: async () => fails(await decide()),
  decisionsFailOften: async () => failsOften(await decide()),
  tokensFail: async () => fails(await token()),
  tokensFailOften: async () => failsOften(await token()),
  callsFail: async () => fails(await callBoth('GET /v3/accounts', {})),
  // The wait is AWS's to measure: one call in each minute is slow.
  callsSlow: async () =>
    since(writtenFor('GET /v3/accounts', 200, 3_000), writtenFor('GET /v3/accounts', 200)),
  async callsRefused() {
    const refused = await used.send({ method: 'GET', path: '/v3/accounts', headers: {} });
    const [one] = writtenFor('GET /v3/accounts', refused.status);
    expect(one).toEqual({ metric: '4xx', value: 1 });
    // As many as one client may make.
    return since([{ metric: '4xx', value: 60 * alarmOf('CallsRefused').Threshold }]);
  },
  async secretStolen() {
    const { tenant } = await used.newCaller();
    const counted: Counted[] = [];
    const deps = used.stack.with({ metrics: collecting(counted) });
    const withPsp = { STAGE: 'production', PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main' };
    const send = sendInProcess(used.stack, { ...deps, config: { ...deps.config, ...withPsp } });
    const headers = { authorization: basicOf(tenant), 'content-type': 'application/x-www-form-urlencoded' };
    const call = { method: 'POST', path: '/oauth2/token', headers, body: 'grant_type=client_credentials' };
    await send(call);
    await send({ ...call, sourceIp: '198.51.100.7' });
    return once(writtenOf(counted));
  },
  // The limit is one of AWS, so the metric is AWS's own.
  functionsThrottled: async () => since([{ metric: 'Throttles', value: 1 }]),
};

describe('a loss that callers see', () => {
  testMinutes(callLosses, causes);

  test.each(Object.values(callLosses).map(({ alarm }) => alarm))(
    '%s is raised neither in hours with calls nor in idle hours',
    async (alarm) => {
      const calls = [await create(), await decide(), await token()].flatMap(({ good }) => good);

      for (const quiet of [() => calls, () => []]) expect(isQuiet(alarm, quiet)).toBe(true);
    },
  );
});
