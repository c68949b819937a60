import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signed } from '../support/api.ts';
import { type Holdings, openColleague, openHoldings } from '../support/holdings.ts';
import { allRoutes, ask, placeOf } from '../support/route-calls.ts';
import { callerRoutes } from '../support/routes.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let owner: Caller;
let its: Holdings;
beforeAll(async () => {
  owner = await used.newCaller();
  its = await openHoldings(used.stack, owner);
});

const withBody = Object.entries(callerRoutes).filter(
  ([routeKey, { ownerless }]) =>
    /^(POST|PUT)/.test(routeKey) && !/(test|redeliver)$/.test(routeKey) && !ownerless,
);

describe.each(withBody)('%s', (routeKey, row) => {
  const body = () => JSON.stringify(row.calls(its)[0]?.body);
  const inside = (more: string) => `${body().slice(0, -1)},${more}}`;

  /** Sends a text as the body with a valid signature, and returns whether anything was written. */
  async function post(text: string) {
    const by = await openColleague(used.stack, owner.tenant, { audience: row.audience ?? 'api' });
    const headers = { authorization: `Bearer ${by.token}`, hmac: signed(by.tenant.hmac_secret, text) };
    const before = await allRows(used.stack);
    const answer = await used.send({ ...placeOf(routeKey, row.calls(its)[0]), headers, body: text });
    return { answer, before, after: await allRows(used.stack) };
  }

  test.each<[string, () => string]>([
    ['of more than 64 KB', () => inside(`"x":"${'a'.repeat(64 * 1024)}"`)],
    ['of more than 64 KB of white space', () => body() + ' '.repeat(64 * 1024)],
    ['nested ten thousand times', () => inside(`"x":${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
  ])('the route refuses a body %s', async (_, text) => {
    const { answer, before, after } = await post(text());

    expect(answer).toMatchObject({ status: 422, body: { worked: false } });
    expect(after).toEqual(before);
  });

  test.each([
    ['prototype', () => `{"__proto__":${body()}}`],
    ['constructor', () => `{"constructor":{"prototype":${body()}}}`],
  ])('the request does not read fields inside a %s', async (_, text) => {
    const { answer, after } = await post(text());

    expect(answer.status).toBe(422);
    expect(JSON.stringify(after)).not.toContain('thief.example.com');
  });

  test('the request pollutes no prototype', async () => {
    const pollution =
      '"__proto__":{"worked":"polluted","status":"SUCCESS"},"constructor":{"prototype":{"polluted":1}}';
    const { after } = await post(inside(pollution));

    const plain = {} as Record<string, unknown>;
    expect([plain.worked, plain.status, plain.polluted]).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(after)).not.toContain('polluted');
  });
});

describe.each(allRoutes)('%s', (routeKey) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const many = Array.from({ length: 200 }, (_, index) => `q${index}=${index}`).join('&');

  test('the route is safe with any headers, query and path', async () => {
    const params = Object.fromEntries(
      [...routeKey.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '__proto__']),
    );
    const { method, path } = placeOf(routeKey, { params });
    const usual = { authorization: `Bearer ${owner.token}`, hmac: signed(owner.tenant.hmac_secret, '') };
    const strange = [
      { path: `${path}?${names.map((name) => `${name}=1`).join('&')}`, headers: usual },
      { path: `${path}?${many}`, headers: usual },
      { path: `${path}?a=%00&b=%ff&c=%E0%A4%A&=&&;`, headers: usual },
      { path, headers: { ...usual, 'idempotency-key': 'é'.repeat(5_000), 'x-long': 'a'.repeat(10_000) } },
      { path, headers: { ...usual, authorization: `Bearer ${'a'.repeat(100_000)}.b.c` } },
      { path, headers: Object.fromEntries(names.map((name) => [name, name])) },
    ];

    for (const call of strange) {
      const { status } = await used.send({ method, ...call });
      expect([200, 400, 401, 404, 422]).toContain(status);
    }
  });
});

test('a route named like a JavaScript object property is not taken for a sandbox call', async () => {
  const headers = { 'x-sandbox-key': 'local' };
  for (const routeKey of ['__proto__', 'constructor', 'toString']) {
    const event = { routeKey, headers, rawQueryString: '', rawPath: '/', requestContext: { http: {} } };
    const answer = (await used.stack.invoke('sandbox', event)) as { statusCode: number };

    expect(answer.statusCode).toBe(404);
  }
});

test('a list accepts a limit up to its maximum, and refuses a higher or malformed limit', async () => {
  for (const routeKey of [
    'GET /v3/account-statements/{branch}/{number}',
    'GET /v3/meds',
    'GET /v3/events',
    'GET /api/webhooks/{webhook_id}/deliveries',
  ]) {
    const [call = {}] = callerRoutes[routeKey]?.calls(its) ?? [];
    const most = routeKey === 'GET /v3/meds' ? 200 : 100;
    for (const [limit, status] of [
      [most, 200],
      [most + 1, 422],
      [1_000_000, 422],
      ['1e2', 422],
    ]) {
      const query = { ...call.query, limit };
      expect((await ask(used.send, routeKey, owner, { ...call, query })).status).toBe(status);
    }
  }
});
