import { describe, expect, test } from 'vitest';
import { endpoints } from '../../lib/openapi/document.ts';
import { isForCallers } from '../../lib/openapi/endpoint.ts';
import { nobodysHoldings } from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import { callerRoutes, plainRoute } from '../support/routes.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

describe('an unknown parameter', () => {
  // The calls of the contract accept additional parameters, and the HMAC diagnosis accepts any request.
  const lenient = [
    'POST /create-cashout',
    'POST /create-cashout-self-approve',
    'POST /create-cashout-manual',
    'POST /create-cashoutmanual-self-approve',
    'POST /create-copy-and-paste-transfer',
    'POST /create-manual-transfer',
    'POST /approve-cashout',
    'POST /approve-cashout-manual',
    'GET /v3/account-statements/{branch}/{number}',
    'POST /v2/finance/chargebacks-pix-copy-and-paste',
    'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
    'GET /v3/meds',
    'GET /v3/meds/{id}',
    'GET /api/webhooks',
    'DELETE /api/webhooks/{webhook_id}',
    'POST /v3/doctor/hmac',
  ];

  test.each(endpoints.filter(isForCallers).map(({ route }) => plainRoute(route)))(
    'an unknown query parameter of %s is refused with its name, except in calls that the contract defines',
    async (routeKey) => {
      const row = callerRoutes[routeKey];
      const by = await used.newCaller({ audience: row?.audience ?? 'api' });
      const [call = {}] = row?.calls(nobodysHoldings(used.stack)) ?? [];

      const answer = await ask(used.send, routeKey, by, {
        ...call,
        query: { ...call.query, statuss: 'NEW' },
      });

      const named = { field: 'statuss', message: 'is not a parameter here' };
      if (lenient.includes(routeKey)) expect(answer.body.errors ?? []).not.toContainEqual(named);
      else expect([answer.status, answer.body.errors]).toEqual([422, [named]]);
    },
  );

  test('the refusal names a parameter only if it looks like a name, and names at most ten parameters', async () => {
    const caller = await used.newCaller();
    const names = Array.from({ length: 30 }, (_, index) =>
      String.fromCharCode(97 + (index % 26)).repeat(2 + index),
    );

    const answer = await caller.get(`/v3/accounts?<script>=1&${names.join('=1&')}=1`);

    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(10);
    expect(answer.body.errors[0]).toEqual({ field: 'query', message: 'has an unknown parameter' });
    expect(JSON.stringify(answer.body)).not.toContain('script');
  });
});

describe('an unknown field in the body of a call that the contract does not define', () => {
  const strict = endpoints
    .filter(isForCallers)
    .filter(({ body, file, lenient }) => (body || file) && !lenient);

  test.each(strict.map(({ route }) => plainRoute(route)))('the field is refused by %s', async (routeKey) => {
    const row = callerRoutes[routeKey];
    const by = await used.newCaller({ audience: row?.audience ?? 'api' });
    const [call = {}] = row?.calls(nobodysHoldings(used.stack)) ?? [];
    const body = { ...(call.body as object), schedule_for: '2999-01-01', '<b>': 1 };

    const { status, body: answer } = await ask(used.send, routeKey, by, { ...call, body });

    expect(status).toBe(422);
    expect(answer.errors).toEqual(
      expect.arrayContaining([
        { field: 'schedule_for', message: 'is not a field here' },
        { field: 'body', message: 'has an unknown field' },
      ]),
    );
    expect(JSON.stringify(answer)).not.toContain('<b>');
  });

  test('the signed body of a rejection approves no cashout', async () => {
    const caller = await used.newCaller();
    const { id } = (
      await caller.post('/create-cashout', { ...caller.source, amount: 1, key: 'fulano@example.com' })
    ).body;

    const approved = await caller.post('/approve-cashout', { id, reason: 'Wrong supplier' });

    expect([approved.status, approved.body.errors]).toEqual([
      422,
      [{ field: 'reason', message: 'belongs to a rejection' }],
    ]);
    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('NEW');
  });
});

describe('an unknown field in a request body', () => {
  const body = { amount: '10.00', key: 'fulano@example.com', schedule_for: '2999-01-01', '<b>': 1, _x: 1 };

  test('an unknown field changes nothing, and a header of the answer names the field', async () => {
    const caller = await used.newCaller();

    const created = await caller.post('/create-cashout', { ...caller.source, ...body });
    const asked = await caller.post('/v3/cashouts/preflight', { ...caller.source, ...body });

    expect([created.status, created.body.status]).toEqual([200, 'NEW']);
    expect(created.body).not.toHaveProperty('scheduled_for');
    expect(created.headers['ignored-fields']).toBe('schedule_for, _x');
    expect([asked.status, asked.headers['ignored-fields']]).toEqual([200, 'schedule_for, _x']);
  });

  test('the answer has no header about unknown fields if every field is known', async () => {
    const caller = await used.newCaller();
    const { amount, key } = body;

    const { status, headers } = await caller.post('/create-cashout', { ...caller.source, amount, key });

    expect([status, headers['ignored-fields']]).toEqual([200, undefined]);
  });
});
