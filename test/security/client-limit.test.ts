import { describe, expect, inject, test } from 'vitest';
import { clientWindowMs, freeMax } from '../../lib/access/client-limit.ts';
import type { Deps } from '../../lib/app/deps.ts';
import { type Answer, type Caller, openCaller, type Send, sendInProcess } from '../support/api.ts';
import { approveMany, createMany } from '../support/decide-many.ts';
import { counting, failingAt } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { allRoutes, ask } from '../support/route-calls.ts';
import { callerRoutes, consolePages, openRoutes, plainRoute } from '../support/routes.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

const limit = { perSecond: 10, burst: 20 };
const settings = { CLIENT_REQUESTS_PER_SECOND: '10', CLIENT_REQUESTS_BURST: '20' };
const policy = '"client";q=20;w=2';
const used = useStack({ settings });

/** Opens one container of every function. The test moves its clock. */
function openContainer(world: Parameters<typeof used.stack.with>[0] = {}, at = Date.now()) {
  let time = at;
  const { client, sent } = counting();
  const deps: Deps = used.stack.with({ client, now: () => new Date(time), ...world });
  const send: Send = sendInProcess(used.stack, deps);
  const look = (by: Caller) => ask(send, 'GET /v3/cashouts/{id}', by, { params: { id: 1 } });
  return {
    deps,
    send,
    look,
    sent,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Sends requests until one is refused. @returns the number of accepted requests, and the refusal */
    async exhaust(by: Caller): Promise<{ passed: number; refusal: Answer }> {
      for (let passed = 0; passed < 200; passed++) {
        const answer = await look(by);
        if (answer.status === 429) return { passed, refusal: answer };
      }
      throw new Error('never refused');
    },
  };
}

const refusal = {
  worked: false,
  detail: 'Too many requests',
  message: 'Too many requests',
  data: null,
};

describe('a client above its rate limit', () => {
  test('the refusal states the limit and the time to wait', async () => {
    const container = openContainer();
    const caller = await used.newCaller();

    const { passed, refusal: refused } = await container.exhaust(caller);

    expect(refused.body).toEqual(refusal);
    expect(refused.headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'retry-after': '1',
      'ratelimit-policy': policy,
      ratelimit: '"client";r=0;t=1',
    });
    // The sum of the burst, the requests that a container accepts without a read, and the excess of the last batch.
    expect(passed).toBeGreaterThanOrEqual(limit.burst);
    expect(passed).toBeLessThanOrEqual(limit.burst + freeMax(limit) + limit.perSecond / 2);
  });

  test('a list counts as one request per cashout, and a refused list processes none of its cashouts', async () => {
    const container = openContainer();
    const caller = await used.newCaller();
    const limits = { take: async () => ({ passes: true, fields: {} }) };
    const unlimited = sendInProcess(used.stack, { ...used.stack.deps, limits });
    const seen = await createMany(used.stack, await openCaller(unlimited, caller.tenant), 40);
    const by = await openCaller(container.send, caller.tenant);

    const first = await approveMany(by, seen.slice(0, 30));
    const before = await allRows(used.stack);
    const second = await approveMany(by, seen.slice(30));

    expect([first.status, first.body.approved]).toEqual([200, 30]);
    expect([second.status, second.body]).toEqual([429, refusal]);
    expect(await allRows(used.stack)).toEqual(before);
    // Thirty tokens are taken of twenty, so ten tokens are missing, and the next request needs one more.
    container.wait(1_100);
    expect(await approveMany(by, seen.slice(30, 31))).toMatchObject({ status: 200, body: { approved: 1 } });
  });

  test('the client is accepted again after the time that the refusal gave', async () => {
    const container = openContainer();
    const caller = await used.newCaller();
    await container.exhaust(caller);

    container.wait(999);
    expect((await container.look(caller)).status).toBe(429);
    container.wait(1);
    expect((await container.look(caller)).status).toBe(400);
  });

  test('a request above the limit moves no money, and is refused without a call to the table', async () => {
    const container = openContainer();
    const caller = await used.newCaller();
    await container.exhaust(caller);
    const before = await allRows(used.stack);
    container.sent.length = 0;

    for (const path of ['/create-cashout', '/create-cashout-self-approve']) {
      const body = JSON.stringify({ ...caller.source, amount: 1, key: 'fulano@example.com' });
      const headers = { authorization: `Bearer ${caller.token}` };
      const answer = await container.send({ method: 'POST', path, headers, body });
      expect([answer.status, answer.body]).toEqual([429, refusal]);
    }

    expect(container.sent).toEqual([]);
    expect(await allRows(used.stack)).toEqual(before);
  });

  test('the client is refused by every route that takes a token', async () => {
    const caller = await used.newCaller();
    const web = await openColleague(used.stack, caller.tenant, { audience: 'web' });
    const container = openContainer();
    await container.exhaust(caller);
    await container.exhaust(web);

    for (const [routeKey, { audience }] of Object.entries(callerRoutes)) {
      const answer = await ask(container.send, routeKey, audience === 'web' ? web : caller, {});
      expect([routeKey, answer.status, answer.body]).toEqual([routeKey, 429, refusal]);
    }
  });

  test('the client is refused by other containers too', async () => {
    const caller = await used.newCaller();
    const at = Date.now();
    await openContainer({}, at).exhaust(caller);

    const { passed } = await openContainer({}, at).exhaust(caller);

    expect(passed).toBeLessThanOrEqual(freeMax(limit));
  });
});

describe('a client below its rate limit', () => {
  test('a request needs no call to the table, since the container keeps the client’s limit in memory', async () => {
    const container = openContainer();
    const caller = await used.newCaller();
    await container.look(caller);
    container.sent.length = 0;

    for (let window = 0; window < 5; window++) {
      container.wait(clientWindowMs);
      for (let call = 0; call < freeMax(limit); call++) {
        const answer = await container.look(caller);
        expect(answer.status).toBe(400);
        expect(answer.headers['ratelimit-policy']).toBe(policy);
        // The remaining number is unknown before the first read, so the header is omitted.
        expect(answer.headers).not.toHaveProperty('ratelimit');
      }
    }

    expect(container.sent.filter((name) => name.startsWith('Update'))).toEqual([]);
  });

  test('the answers have the remaining number of requests once the container has read that number', async () => {
    const container = openContainer();
    const caller = await used.newCaller();
    for (let call = 0; call < freeMax(limit); call++) await container.look(caller);

    expect((await container.look(caller)).headers.ratelimit).toBe('"client";r=19;t=2');
    expect((await container.look(caller)).headers.ratelimit).toBe('"client";r=18;t=2');
    expect((await container.look(caller)).headers.ratelimit).toBe('"client";r=17;t=2');
  });
});

describe('a client’s rate limit bucket', () => {
  test('a client that exceeds its limit takes no requests from other clients, even of the same company', async () => {
    const container = openContainer();
    const noisy = await used.newCaller();
    const colleague = await openColleague(used.stack, noisy.tenant, {});
    const stranger = await used.newCaller();

    await container.exhaust(noisy);

    expect((await container.look(colleague)).status).toBe(400);
    expect((await container.look(stranger)).status).toBe(400);
  });

  test('requests with forged tokens do not charge the bucket', async () => {
    const container = openContainer();
    const victim = await used.newCaller();
    const [head, payload] = victim.token.split('.');
    const forged = { ...victim, token: `${head}.${payload}.${'A'.repeat(86)}` };

    for (let call = 0; call < 100; call++) {
      const { status, headers } = await container.look(forged);
      expect(status).toBe(401);
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }

    const { passed } = await container.exhaust(victim);
    expect(passed).toBeGreaterThanOrEqual(limit.burst);
  });

  test('guesses at the token endpoint do not charge the bucket, since client ids are not secret', async () => {
    const container = openContainer();
    const victim = await used.newCaller();
    for (let guess = 0; guess < 100; guess++) {
      const basic = Buffer.from(`${victim.tenant.client_id}:${guess}`).toString('base64');
      const { status } = await container.send({
        method: 'POST',
        path: '/oauth2/token',
        headers: { authorization: `Basic ${basic}` },
        body: 'grant_type=client_credentials',
      });
      expect(status).toBe(401);
    }

    const again = await openCaller(container.send, victim.tenant);
    expect((await container.look(again)).status).toBe(400);
  });

  test('requests with a token of the wrong audience do not charge the bucket', async () => {
    const container = openContainer();
    const caller = await used.newCaller({ audience: 'web' });
    for (let call = 0; call < 100; call++) {
      expect((await ask(container.send, 'POST /create-cashout', caller, {})).status).toBe(401);
    }

    expect((await container.look(caller)).status).toBe(400);
  });
});

describe('a failed read of a rate limit', () => {
  test('the failure is logged, and the request is processed', async () => {
    const fault = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const isUpdate = (name: string) => name.startsWith('Update');
    const container = openContainer({ client: failingAt(1, fault, isUpdate) });
    const caller = await used.newCaller();
    used.stack.lines.length = 0;

    for (let call = 0; call < 100; call++) {
      const { status, headers } = await container.look(caller);
      expect(status).toBe(400);
      expect(headers).not.toHaveProperty('ratelimit');
    }

    const told = used.stack.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(30);
    expect(told[0]).toMatchObject({
      message: 'rate limit of a client not read',
      clientId: caller.tenant.client_id,
      errorName: 'ThrottlingException',
    });
  });
});

test('only the functions that know their caller may write the rate limits', () => {
  const { functions } = inject('service');
  const counting = Object.entries(functions)
    .filter(([, { may }]) => may?.update?.includes('Limits'))
    .map(([key]) => key);
  const serving = Object.entries(functions).flatMap(([key, { events = [] }]) =>
    events.some(
      ({ httpApi }) =>
        typeof httpApi === 'string' && (callerRoutes[plainRoute(httpApi)] || consolePages.includes(httpApi)),
    )
      ? [key]
      : [],
  );

  expect(allRoutes.length).toBeGreaterThan(Object.keys(openRoutes).length);
  expect(counting).toEqual(serving);
});
