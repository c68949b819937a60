// What the contract says about the whole service: its addresses, versions and statuses, and that it is always open.

import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../lib/base/errors.ts';
import { endpoints } from '../../lib/openapi/document.ts';
import { refusalsOf } from '../../lib/openapi/endpoint.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, sendInProcess, statementPath } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { byKey } from './requests.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const places = [
  'POST /create-cashout',
  'POST /create-cashout-manual',
  'POST /approve-cashout',
  'POST /approve-cashout-manual',
  'POST /create-cashout-self-approve',
  'POST /create-cashoutmanual-self-approve',
  'POST /create-copy-and-paste-transfer',
  'POST /create-manual-transfer',
  'GET /v3/account-statements/0001/12345',
  'GET /api/webhooks',
  'GET /v3/accounts/api/webhooks',
  'DELETE /api/webhooks/5',
  'DELETE /v3/accounts/api/webhooks/5',
  'GET /v3/meds/',
  'GET /v3/meds/5',
  'POST /v2/finance/chargebacks-pix-copy-and-paste/',
  'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
];
const cashoutPaths = places.flatMap((place) => (/^POST (\/[^/]+)$/.exec(place) ?? []).slice(1));
const at = (place: string) => {
  const [method = '', path = ''] = place.split(' ');
  return { method, path, ...(method === 'POST' ? { body: '{}' } : {}) };
};

describe('the addresses of the API:', () => {
  // Without a token, an existing address gives a 401, and an unknown address gives a 404.
  test.each(places)('%s exists', async (place) => {
    expect(await used.send(at(place))).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
  });

  test.each(places.map((place) => place.replace(/\/$/, '')))(
    '%s may end in a slash, and need not',
    async (place) => {
      for (const one of [place, `${place}/`])
        expect(await used.send(at(one))).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    },
  );

  test('the addresses of cashouts have no version prefix', async () => {
    for (const path of cashoutPaths)
      for (const prefix of ['/v1', '/v2', '/v3', '/v3/accounts'])
        expect((await used.send(at(`POST ${prefix}${path}`))).status).toBe(404);
  });

  test('all other addresses have the contract’s version as prefix, and no other version', async () => {
    const others = places.filter((place) => / \/v\d/.test(place));
    expect(others).toHaveLength(7);
    for (const place of others)
      for (const version of ['v1', 'v4', place.includes('/v3/') ? 'v2' : 'v3'])
        expect((await used.send(at(place.replace(/v\d/, version)))).status).toBe(404);
  });
});

test('a version in a header or query is ignored', async () => {
  const path = statementPath(caller.source);
  const plain = await caller.get(path);
  const headers = { authorization: `Bearer ${caller.token}`, 'api-version': '1', 'accept-version': '2' };

  const versioned = await used.send({ method: 'GET', path: `${path}&version=1&api-version=2`, headers });

  expect([versioned.status, versioned.body]).toEqual([200, plain.body]);
});

test('the version of the API is 3, and its OpenAPI document says so', async () => {
  const { status, body } = await used.send({ method: 'GET', path: '/openapi.json' });

  expect([status, body.info.version.split('.')[0]]).toEqual([200, '3']);
});

test('a body is parsed as JSON whatever its content type, and a missing body is refused', async () => {
  const body = byKey(caller.source);
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain']) {
    const answer = await caller.post('/create-cashout', body, { 'content-type': type });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  }
  const form = await caller.call('POST', '/create-cashout');
  expect(form).toMatchObject({ status: 422, body: { errors: [{ field: 'body' }] } });
});

test('refusals have the statuses of the contract, and faults have 429, 500 or 503', () => {
  const contracts = endpoints.filter(({ route }) => {
    const [, path = ''] = route.split(' ');
    return [...cashoutPaths, '/api/webhooks', '/v3/meds', '/v2/', '/v3/account-statements'].some((one) =>
      path.startsWith(one),
    );
  });
  const statuses = new Set(contracts.flatMap(refusalsOf).map((code) => errorBody(code).status));

  expect([...statuses].sort()).toEqual([400, 401, 404, 409, 422, 429, 500, 503]);
});

describe('money can be sent at any time:', () => {
  // These days are in next year, so that the clock of the test is never behind the stored times.
  const year = new Date().getUTCFullYear() + 1;
  const sunday = 7 - new Date(Date.UTC(year, 0, 7)).getUTCDay();

  test.each([
    ['on New Year’s Eve at midnight', `${year}-01-01T02:59:59.999Z`],
    ['on a Sunday at three in the morning', `${year}-01-0${sunday}T06:00:00.000Z`],
    ['on Christmas Day at noon', `${year}-12-25T15:00:00.000Z`],
  ])('%s', async (_, instant) => {
    const deps = used.stack.with({ now: () => new Date(instant) });
    const by = await openCaller(sendInProcess(used.stack, deps), caller.tenant);

    const { body } = await by.post('/create-cashout-self-approve', byKey(caller.source));
    await takeStep(deps, body.id);

    expect((await by.get(`/v3/cashouts/${body.id}`)).body.status).toBe('SUCCESS');
  });
});
