import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, sandbox, sendInProcess } from '../support/api.ts';
import { counting } from '../support/faults.ts';
import {
  type Holdings,
  namesIn,
  nobodysHoldings,
  openColleague,
  openHoldings,
  putPolicy,
} from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import { type Call, callerRoutes } from '../support/routes.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

// An account may have only one transfer in progress here, and the owner's account has one.
const used = useStack({ settings: { OPEN_TRANSFERS_MAX: '1' } });
let owner: Caller;
let its: Holdings;
/** Everything that is stored after the last test. */
let stored: Awaited<ReturnType<typeof allRows>>;
beforeAll(async () => {
  owner = await used.newCaller();
  its = await openHoldings(used.stack, owner);
  const body = { ...owner.source, amount: 1, key: 'fulano@example.com' };
  expect((await owner.post('/create-cashout-self-approve', body)).status).toBe(200);
});

const mistaken = 'another company with a policy of its own on the account';

/** The callers who must not find any of the owner's resources. */
const strangers = {
  'another company': (audience: string) => used.newCaller({ audience }),
  'a colleague without a policy on the account': (audience: string) =>
    openColleague(used.stack, owner.tenant, { audience, accounts: [] }),
  'a colleague whose policy is not active': async (audience: string) => {
    const colleague = await openColleague(used.stack, owner.tenant, { audience, accounts: [] });
    await putPolicy(used.stack, colleague.tenant, owner.source, false);
    return colleague;
  },
  // Only an operator can cause this state. It gives no access, but costs another read.
  [mistaken]: async (audience: string) => {
    const stranger = await used.newCaller({ audience });
    await putPolicy(used.stack, stranger.tenant, owner.source, true);
    return stranger;
  },
};

/** Returns the exact answer, every database call, and the owner's rows that these calls read. */
async function look(by: Caller, routeKey: string, call: Call) {
  const { client, sent, rows } = counting();
  const send = sendInProcess(used.stack, used.stack.with({ client }));
  // The caller is already cached, so only the reads of the call itself count.
  await ask(send, 'GET /v3/cashouts/{id}', by, { params: { id: 'x' } });
  sent.length = 0;
  rows.length = 0;
  const { status, body, headers }: Answer = await ask(send, routeKey, by, call);
  const ofOwner = rows.filter((row) => isOfOwner(row) && !isNamedBy(call, row));
  return { status, bytes: JSON.stringify(body), headers, calls: [...sent].sort(), ofOwner };
}

type Row = Record<string, unknown>;

function isOfOwner({ companyId, account }: Row): boolean {
  const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
  return companyId === owner.tenant.company_id || account === `${branch}#${number}`;
}

/** The rows that a call must read to know who may see the resource: its account, its row, or a colleague's policies. */
function isNamedBy(call: Call, { sk, id, returnId, idempotencyKey }: Row): boolean {
  const lists = Object.values(call.body ?? {})
    .filter(Array.isArray)
    .flat()
    .flatMap(Object.values);
  const names: unknown[] = [...Object.values({ ...call.params, ...call.query, ...call.body }), ...lists];
  const isNeeded = sk === 'BALANCE' || String(sk).startsWith('POLICY#');
  return (
    isNeeded || [id, returnId, idempotencyKey].some((name) => name !== undefined && names.includes(name))
  );
}

const audiences = new Set(Object.values(callerRoutes).map(({ audience = 'api' }) => audience));

describe.each(Object.entries(strangers))('requests by %s', (who, open) => {
  const opened = new Map<string, Caller>();
  beforeAll(async () => {
    for (const audience of audiences) opened.set(audience, await open(audience));
    stored = await allRows(used.stack);
  });

  test.each(Object.entries(callerRoutes))(
    '%s gets the same answer for foreign and unknown ids',
    async (routeKey, row) => {
      const by = opened.get(row.audience ?? 'api') as Caller;
      const nobodys = row.calls(nobodysHoldings(used.stack));
      const before = stored;

      for (const [index, call] of row.calls(its).entries()) {
        const foreign = await look(by, routeKey, call);
        const missing = await look(by, routeKey, nobodys[index] ?? {});

        if (who === mistaken) foreign.calls = missing.calls;
        expect(foreign).toEqual(missing);
        expect(foreign.ofOwner).toEqual([]);
        const { message, results } = JSON.parse(foreign.bytes);
        if (row.notFound) expect([foreign.status, message]).toEqual(row.notFound);
        else if (!row.ownerless) expect([foreign.status, results]).toEqual([200, []]);
      }
      stored = await allRows(used.stack);
      expect(stored).toEqual(before);
    },
  );
});

describe('on a closed account,', () => {
  const strangers = new Map<string, Caller>();
  beforeAll(async () => {
    for (const audience of audiences) strangers.set(audience, await used.newCaller({ audience }));
  });

  test.each(Object.entries(callerRoutes))(
    '%s refuses the owner as the contract says, and refuses other callers as for an unknown id',
    async (routeKey, row) => {
      const { audience = 'api' } = row;
      const formerOwner = await used.newCaller({ audience });
      const calls = row.calls(await openHoldings(used.stack, formerOwner, namesIn(used.stack, row.calls)));
      await sandbox(used.send, '/sandbox/accounts/close', formerOwner.source);

      for (const [index, call] of calls.entries()) {
        const stranger = strangers.get(audience) as Caller;
        const nobodys = row.calls(nobodysHoldings(used.stack))[index] ?? {};
        const foreign = await look(stranger, routeKey, call);
        expect(foreign).toEqual(await look(stranger, routeKey, nobodys));
        const { status, body } = await ask(used.send, routeKey, formerOwner, call);
        expect([status, row.closed && body.message]).toEqual(row.closed ?? [200, undefined]);
      }
    },
  );
});

test('a right on one’s own account gives no access to the resources of a different caller', async () => {
  const by = await used.newCaller();
  const [mine, nobodys] = [await openHoldings(used.stack, by), nobodysHoldings(used.stack)];
  const mixed = (other: Holdings): [string, Call][] => [
    ['GET /v3/cashouts', { query: { ...mine.account, idempotency_key: other.idempotencyKey } }],
    ['GET /api/webhooks', { query: { ...mine.account, webhook_id: other.webhook } }],
    ['GET /api/webhooks/{webhook_id}/deliveries', { params: { webhook_id: other.webhook } }],
    ['GET /v3/meds', { query: { id: other.medCase, dt: its.medCaseAt, direction: 'previous' } }],
  ];

  for (const [index, [routeKey, call]] of mixed(its).entries()) {
    const [, missing = {}] = mixed(nobodys)[index] ?? [];
    expect(await look(by, routeKey, call)).toEqual(await look(by, routeKey, missing));
  }
});

test('the token endpoint makes the same reads for an unknown client as for a known client', async () => {
  const attempt = async (client_id: string) => {
    const { client, sent } = counting();
    const send = sendInProcess(used.stack, used.stack.with({ client }));
    const basic = Buffer.from(`${client_id}:wrong`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const answer = await send({
      method: 'POST',
      path: '/oauth2/token',
      headers,
      body: 'grant_type=client_credentials',
    });
    return { answer, sent };
  };

  expect(await attempt(owner.tenant.client_id)).toEqual(await attempt('nobody'));
});

test('only clients that may pay from an account are told that the account has too many open transfers', async () => {
  const opening = Object.entries(callerRoutes).filter(
    ([route, { needs }]) =>
      route.startsWith('POST') &&
      needs?.includes('APPROVE') &&
      !/\/reject(-many)?$|\/batches\/|\/recovery/.test(route),
  );
  expect(opening).toHaveLength(7);
  for (const [routeKey, { audience = 'api', calls }] of opening) {
    const colleague = await openColleague(used.stack, owner.tenant, { audience });
    for (const call of calls(its)) expect((await ask(used.send, routeKey, colleague, call)).status).toBe(429);
    const other = await openColleague(used.stack, owner.tenant, { audience, permissions: ['CREATE'] });
    for (const call of calls(its)) {
      const { status, calls: made } = await look(other, routeKey, call);
      expect([status, made.filter((name) => name === 'QueryCommand').length]).toEqual(
        /\/approve-/.test(routeKey) ? [401, 1] : [401, 0],
      );
    }
  }
});

test('the owner finds all resources that other callers cannot find', async () => {
  for (const [routeKey, row] of Object.entries(callerRoutes)) {
    if (!routeKey.startsWith('GET')) continue;
    for (const call of row.calls(its)) expect((await ask(used.send, routeKey, owner, call)).status).toBe(200);
  }
});
