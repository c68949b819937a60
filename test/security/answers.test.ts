import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, openCaller, sendInProcess, statementPath } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { failingAt } from '../support/faults.ts';
import { type Holdings, namesIn, openColleague, openHoldings } from '../support/holdings.ts';
import { sandboxAtOnce } from '../support/med-cases.ts';
import { allRoutes, ask, placeOf } from '../support/route-calls.ts';
import { callerRoutes, pages } from '../support/routes.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const jwks = 'GET /.well-known/jwks.json';
let owner: Caller;
let its: Holdings;
beforeAll(async () => {
  owner = await used.newCaller();
  its = await openHoldings(used.stack, owner);
});

/** Checks the headers of every answer: the security headers, and none that identify our software or allow other sites' scripts. */
function expectHeaders({ headers }: Answer, routeKey: string) {
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': routeKey === jwks ? expect.any(String) : 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const usual = ['content-type', 'cache-control', 'x-content-type-options', 'ratelimit-policy'];
  const sometimes = ['ignored-fields', 'www-authenticate', 'retry-after', 'idempotent-replayed'];
  // A receipt is only for people who know its address, so search engines must not index it.
  const ofReceipts = routeKey.includes('receipt') ? ['vary', 'x-robots-tag', 'referrer-policy'] : [];
  const known = [...usual, ...sometimes, ...ofReceipts];
  expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
}

test.each([
  ...allRoutes.filter((route) => !pages.includes(route)),
  'GET /nowhere',
  'OPTIONS /create-cashout',
])(
  '%s answers an unknown caller with JSON that forbids caching, sniffing and sharing, and shows no code',
  async (routeKey) => {
    const headers = { origin: 'https://evil.test' };
    const answer = await used.send({ ...placeOf(routeKey), headers, body: '{"a":' });

    expectHeaders(answer, routeKey);
    expect(JSON.stringify(answer.body)).not.toMatch(/ at |\.ts|node:|stack|lib\//);
  },
);

describe.each(Object.entries(callerRoutes))('the answer of %s', (routeKey, row) => {
  const by = () => openColleague(used.stack, owner.tenant, { audience: row.audience ?? 'api' });

  // Every call also checks that the answer has only the documented fields (test/support/contract.ts).
  test('an answer to the owner has the security headers that every answer has', async () => {
    const colleague = await by();
    const fresh = await openHoldings(used.stack, owner, namesIn(used.stack, row.calls));

    for (const call of row.calls(fresh)) {
      const answer = await ask(used.send, routeKey, colleague, call);
      expect(answer.status).toBe(200);
      expectHeaders(answer, routeKey);
    }
  });

  test('an answer discloses nothing about a fault, whichever call to the table fails', async () => {
    const colleague = await by();
    const [call = {}] = row.calls(its);
    for (const [fault, status] of [
      [new Error('row of 12345678909 at lib/stores/x.ts'), 500],
      [Object.assign(new Error('no route to 10.0.0.1'), { code: 'ECONNREFUSED' }), 503],
    ] as const) {
      // A route for resources without an owner reads only the client's row, so only this read can fail.
      for (const at of row.ownerless ? [1] : [1, 2]) {
        const send = sendInProcess(used.stack, used.stack.with({ client: failingAt(at, fault) }));
        const answer = await ask(send, routeKey, colleague, call);

        expect(answer.status).toBe(status);
        expectHeaders(answer, routeKey);
        const { message } = answer.body;
        expect(message).toMatch(/the outcome is unknown: repeat the call with the same idempotency key$/);
        expect(answer.body).toEqual({ worked: false, detail: message, message, data: null });
      }
    }
  });
});

describe('the URLs of statement pages', () => {
  const hosts = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.test',
    'x-original-url': '/evil.test',
  };

  test('page URLs have the configured host, whatever host the headers of the request name', async () => {
    const caller = await used.newCaller();
    const { webhook, account } = await openHoldings(used.stack, caller);
    const { qr_code_id } = await payQrCode(used.stack, caller);
    await sandboxAtOnce(used.stack)('POST', '/sandbox/med-cases', { qr_code_id });
    const query = { limit: 1 };
    await ask(used.send, 'POST /api/webhooks/{webhook_id}/test', caller, { params: { webhook_id: webhook } });
    const asked = [
      await used.send({
        method: 'GET',
        path: statementPath(caller.source, '&limit=1'),
        headers: { authorization: `Bearer ${caller.token}`, ...hosts },
      }),
      await ask(used.send, 'GET /v3/meds', caller, { query }, hosts),
      await ask(used.send, 'GET /v3/events', caller, { query: { ...account, ...query } }, hosts),
      await ask(
        used.send,
        'GET /api/webhooks/{webhook_id}/deliveries',
        caller,
        { params: { webhook_id: webhook }, query },
        hosts,
      ),
    ];

    for (const { body } of asked) {
      expect(body.next).toMatch(/^https:\/\/api\.example\.com\/(v3|api)\//);
      expect(JSON.stringify(body)).not.toContain('evil.test');
    }
  });

  test('the answer to a path that looks like a different host does not name that host', async () => {
    const caller = await openCaller(used.send, owner.tenant);

    for (const path of [
      '//evil.test/v3/meds',
      '/v3/meds/@evil.test',
      '/v3/meds/%2F%2Fevil.test',
      '/v3/meds//evil.test/',
    ]) {
      const { status, body } = await caller.get(path);
      expect(status).toBeGreaterThanOrEqual(404);
      expect(JSON.stringify(body)).not.toContain('evil.test');
    }
  });
});

describe('a forged cursor', () => {
  test('a cursor issued for another account shows only the caller’s own rows', async () => {
    const [mine, theirs] = [await used.newCaller(), await used.newCaller()];
    await openHoldings(used.stack, mine);
    const foreign = await openHoldings(used.stack, theirs);
    const { body: statement } = await theirs.get(statementPath(theirs.source));
    const [newest] = statement.results;
    const { body: own } = await mine.get(statementPath(mine.source));
    const shown = new Set(own.results.map((item: object) => JSON.stringify(item)));

    for (const direction of ['next', 'previous']) {
      const cursor = `&cursor_id=${newest.code}&cursor_datetime=${newest.date_time_utc}&cursor_direction=${direction}`;
      const { status, body } = await mine.get(statementPath(mine.source, cursor));
      expect(status).toBe(200);
      for (const item of body.results) expect(shown).toContain(JSON.stringify(item));

      const query = { id: foreign.medCase, dt: foreign.medCaseAt, direction };
      const meds = await ask(used.send, 'GET /v3/meds', mine, { query });
      for (const { account_number } of meds.body.results) {
        expect(account_number).toBe(mine.source.source_account_number);
      }
    }
  });

  test.each([
    ['cursor_id', 'cursor_id={"account":"0001-1"}&cursor_datetime=2026-01-01'],
    ['cursor_datetime', 'cursor_id=5&cursor_datetime=2026-01-01%23~'],
    ['cursor_datetime', 'cursor_id=5&cursor_datetime=0001-123456789'],
  ])('a forged statement cursor is refused for its %s: %s', async (field, cursor) => {
    const answer = await owner.get(statementPath(owner.source, `&${cursor}`));

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});
