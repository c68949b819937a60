import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Caller,
  ended,
  fetchToken,
  openCaller,
  openTenant,
  openWorld,
  sandbox,
  signed,
  sourceOf,
  statementPath,
  type Tenant,
  type World,
} from '../support/api.ts';

let world: World;
let caller: Caller;
let creator: Caller;
let approver: Caller;
let stranger: Caller;
let webUser: Caller;
let newCashout: number;
let doneCashout: number;

beforeAll(async () => {
  world = await openWorld();
  const tenant = await openTenant(world.send);
  caller = await openCaller(world.send, tenant);
  const colleague = async (body: object) => {
    const { company_id } = tenant;
    return openCaller(
      world.send,
      (await sandbox(world.send, '/sandbox/clients', { company_id, ...body })).body as Tenant,
    );
  };
  creator = await colleague({ permissions: ['CREATE'] });
  approver = await colleague({ permissions: ['APPROVE'] });
  webUser = await colleague({ audience: 'web' });
  stranger = await openCaller(world.send, await openTenant(world.send));
  const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
  newCashout = (await caller.post('/create-cashout', body)).body.id;
  doneCashout = (await caller.post('/create-cashout-self-approve', body)).body.id;
});
afterAll(() => world.close());

const refusal = (message: string, detail = message) => ({ worked: false, detail, message, data: null });
/** The `detail` of each 401, and the message of every other refusal. */
const lacking: Record<string, string> = {
  'no token': 'The header authorization has no bearer token',
  'a wrong token': 'The token is not valid',
  'another audience': 'The token has the audience web, but this call needs api',
  'no hmac': 'The header hmac is missing',
  'no CREATE': 'The policy on the account does not permit CREATE',
  'no APPROVE': 'The policy on the account does not permit APPROVE',
};
const told = (words: string) => (lacking[words] ? refusal('Unauthorized', lacking[words]) : refusal(words));

type Attempt = { by: Caller; headers?: Record<string, string | undefined>; body: object | string };

/** Sends a request with changed headers. The value undefined removes a header. */
async function attempt(path: string, { by, headers = {}, body }: Attempt): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const usual = {
    authorization: `Bearer ${by.token}`,
    hmac: signed(by.tenant.hmac_secret, text),
    'content-type': 'application/json',
  };
  const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return world.send({
    method: 'POST',
    path,
    headers: Object.fromEntries(all) as Record<string, string>,
    body: text,
  });
}

const noToken = { authorization: undefined };
const noHmac = { hmac: undefined };
const badHmac = { hmac: '0'.repeat(64) };

describe.each(['/create-cashout', '/create-cashout-self-approve'])(
  'the order of the checks of POST %s',
  (path) => {
    const good = () => ({ ...caller.source, amount: 1, key: 'fulano@example.com' });
    const unknownAccount = { source_account_number: '999999999' };

    test.each<[string, () => Attempt, number, string]>([
      [
        'no token, before a missing hmac',
        () => ({ by: caller, headers: { ...noToken, ...noHmac }, body: good() }),
        401,
        'no token',
      ],
      [
        'no token, before a wrong hmac',
        () => ({ by: caller, headers: { ...noToken, ...badHmac }, body: good() }),
        401,
        'no token',
      ],
      [
        'the wrong audience, before a wrong hmac',
        () => ({ by: webUser, headers: badHmac, body: good() }),
        401,
        'another audience',
      ],
      [
        'no hmac, before a body that is not JSON',
        () => ({ by: caller, headers: noHmac, body: '{' }),
        401,
        'no hmac',
      ],
      [
        'a wrong hmac, before a body that is not JSON',
        () => ({ by: caller, headers: badHmac, body: '{' }),
        400,
        'HMAC invalid',
      ],
      [
        'a wrong hmac, before an unknown account',
        () => ({ by: caller, headers: badHmac, body: { ...good(), ...unknownAccount } }),
        400,
        'HMAC invalid',
      ],
      [
        'a wrong field, before an unknown account',
        () => ({ by: caller, body: { ...good(), ...unknownAccount, amount: 0 } }),
        422,
        'Validation error',
      ],
      [
        'a wrong field, before a wrong key',
        () => ({ by: caller, body: { ...good(), amount: 0, key: 'nonsense' } }),
        422,
        'Validation error',
      ],
      [
        'a wrong field, before a missing permission',
        () => ({ by: approver, body: { ...good(), amount: 0 } }),
        422,
        'Validation error',
      ],
      [
        'a wrong idempotency key, before an unknown account',
        () => ({ by: caller, headers: { 'idempotency-key': 'x' }, body: { ...good(), ...unknownAccount } }),
        422,
        'Validation error',
      ],
      [
        'an unknown account, before a wrong key',
        () => ({ by: caller, body: { ...good(), ...unknownAccount, key: 'nonsense' } }),
        400,
        'Account not found',
      ],
      [
        "another company's account, before a wrong key",
        () => ({ by: stranger, body: { ...good(), key: 'nonsense' } }),
        400,
        'Account not found',
      ],
      [
        'a missing permission, before a wrong key',
        () => ({ by: approver, body: { ...good(), key: 'nonsense' } }),
        401,
        'no CREATE',
      ],
      ['a wrong key', () => ({ by: caller, body: { ...good(), key: 'nonsense' } }), 400, 'Invalid Pix Key'],
    ])('%s', async (_, make, status, message) => {
      const answer = await attempt(path, make());

      expect(answer.status).toBe(status);
      expect(answer.body).toEqual(
        status === 422 ? { ...refusal(message), errors: expect.any(Array) } : told(message),
      );
    });

    test('the refusal for a used idempotency key comes before that for a closed account, which comes before that for a wrong PIX key', async () => {
      const tenant = await openTenant(world.send);
      const someone = await openCaller(world.send, tenant);
      const headers = { 'idempotency-key': randomUUID() };
      const body = { ...someone.source, amount: 1, key: 'am04@sandbox.pix' };
      const created = await attempt(path, { by: someone, headers, body });
      expect(created.status).toBe(200);
      if (created.body.status === 'PROCESSING') await ended(someone, created.body.id);
      await sandbox(world.send, '/sandbox/accounts/close', someone.source);

      const wrong = { ...body, key: 'nonsense' };
      const conflict = await attempt(path, { by: someone, headers, body: wrong });
      const closed = await attempt(path, { by: someone, body: wrong });

      expect([conflict.status, conflict.body.message]).toEqual([
        409,
        'Idempotency key already used with a different request',
      ]);
      expect([closed.status, closed.body.message]).toEqual([400, 'Account not found']);
    });
  },
);

test('a create requires CREATE, an approval requires APPROVE, and a self-approval requires both', async () => {
  const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
  const answers = {
    creatorCreates: await creator.post('/create-cashout', body),
    creatorBoth: await creator.post('/create-cashout-self-approve', body),
    creatorApproves: await creator.post('/approve-cashout', { id: newCashout }),
    approverCreates: await approver.post('/create-cashout', body),
    approverBoth: await approver.post('/create-cashout-self-approve', body),
  };

  expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual({
    creatorCreates: 200,
    creatorBoth: 401,
    creatorApproves: 401,
    approverCreates: 401,
    approverBoth: 401,
  });
  expect((await caller.get(`/v3/cashouts/${newCashout}`)).body.status).toBe('NEW');
});

describe('the order of the checks of POST /approve-cashout', () => {
  test.each<[string, () => Attempt, number, string]>([
    [
      'no token, before a missing hmac',
      () => ({ by: caller, headers: { ...noToken, ...noHmac }, body: {} }),
      401,
      'no token',
    ],
    ['no hmac, before a wrong field', () => ({ by: caller, headers: noHmac, body: {} }), 401, 'no hmac'],
    [
      'a wrong hmac, before a wrong field',
      () => ({ by: caller, headers: badHmac, body: {} }),
      400,
      'HMAC invalid',
    ],
    [
      'a wrong field, before a missing permission',
      () => ({ by: creator, body: { id: 0 } }),
      422,
      'Validation error',
    ],
    [
      'an unknown transaction, before a missing permission',
      () => ({ by: creator, body: { id: 1 } }),
      400,
      'Transaction not found',
    ],
    [
      "another company's transaction, before its status",
      () => ({ by: stranger, body: { id: doneCashout } }),
      400,
      'Transaction not found',
    ],
    [
      'a missing permission, before the status',
      () => ({ by: creator, body: { id: doneCashout } }),
      401,
      'no APPROVE',
    ],
    [
      'the status, last',
      () => ({ by: caller, body: { id: doneCashout } }),
      400,
      'Transaction in wrong status',
    ],
  ])('%s', async (_, make, status, message) => {
    const answer = await attempt('/approve-cashout', make());

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(
      status === 422 ? { ...refusal(message), errors: expect.any(Array) } : told(message),
    );
  });
});

describe('the order of the checks of GET requests', () => {
  const wrongQuery = () => statementPath(caller.source, '&limit=0');
  const unknown = { source_account_branch_identifier: '0001', source_account_number: '999999999' };

  test.each<[string, Caller | undefined, () => string, number, string]>([
    [
      'the refusal for a missing token comes before that for a wrong query',
      undefined,
      wrongQuery,
      401,
      'no token',
    ],
  ])('%s', async (_, by, path, status, message) => {
    const answer = by ? await by.get(path()) : await world.send({ method: 'GET', path: path() });

    expect([answer.status, answer.body]).toEqual([status, told(message)]);
  });

  test('the refusal for a wrong statement query comes before that for an unknown account', async () => {
    expect((await caller.get(statementPath(unknown, '&limit=0'))).status).toBe(422);
  });

  test('GET requests for foreign and for unknown ids return identical responses', async () => {
    const answers = [
      [await stranger.get(statementPath(caller.source)), await stranger.get(statementPath(unknown))],
      [await stranger.get(`/v3/cashouts/${newCashout}`), await stranger.get('/v3/cashouts/123456789')],
    ] as const;

    for (const [foreign, missing] of answers) {
      expect(foreign.status).toBe(400);
      expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    }
    expect(answers[0][0].body).toEqual(refusal('Account not found'));
    expect(answers[1][0].body).toEqual(refusal('Transaction not found'));
  });
});

describe('the access token of a request', () => {
  const get = (authorization?: string) =>
    world.send({
      method: 'GET',
      path: statementPath(caller.source),
      headers: authorization ? { authorization } : {},
    });

  test.each([
    ['no header', 'no token', () => undefined],
    ['another scheme', 'no token', () => 'Basic abc'],
    ['the scheme alone', 'no token', () => 'Bearer'],
    ['two tokens', 'a wrong token', () => `Bearer ${caller.token} ${caller.token}`],
    ['its last character changed', 'a wrong token', () => `Bearer ${caller.token.slice(0, -4)}AAAA`],
    [
      'a signature cut off',
      'a wrong token',
      () => `Bearer ${caller.token.split('.').slice(0, 2).join('.')}.`,
    ],
    ['far too long', 'a wrong token', () => `Bearer ${'a'.repeat(5_000)}.b.c`],
  ])('the token is refused: %s', async (_, words, authorization) => {
    const { status, body } = await get(authorization());

    expect([status, body]).toEqual([401, told(words)]);
  });

  test('the token is accepted with its Bearer scheme in lower case', async () => {
    expect((await get(`bearer ${caller.token}`)).status).toBe(200);
  });
});

describe('the hmac header of a request', () => {
  const text = () => JSON.stringify({ id: newCashout, note: 'assinatura é de bytes' });
  const right = () => signed(creator.tenant.hmac_secret, text());
  // The client of this request may not approve. With a correct hmac it gets a 401 for the missing permission.
  const outcome = async (hmac: string, body = text()) => {
    const { status, body: answer } = await attempt('/approve-cashout', {
      by: creator,
      headers: { hmac },
      body,
    });
    return [status, answer.message];
  };

  test('the hmac is accepted in upper and lower case', async () => {
    expect(await outcome(right())).toEqual([401, 'Unauthorized']);
    expect(await outcome(right().toUpperCase())).toEqual([401, 'Unauthorized']);
  });

  test.each<[string, () => string]>([
    ['of another body', () => signed(creator.tenant.hmac_secret, '{}')],
    [
      'of the same JSON with different whitespace',
      () => signed(creator.tenant.hmac_secret, text().replace(':', ': ')),
    ],
    ["under another client's secret", () => signed(caller.tenant.hmac_secret, text())],
    ['one digit short', () => right().slice(1)],
    ['not hex', () => `zz${right().slice(2)}`],
    ['in base64', () => Buffer.from(right(), 'hex').toString('base64')],
    ['given twice', () => `${right()},${right()}`],
  ])('the hmac is refused: %s', async (_, hmac) => {
    expect(await outcome(hmac())).toEqual([400, 'HMAC invalid']);
  });
});

describe('the access of a client', () => {
  test('the access ends with the client’s policy: a client without a policy finds nothing', async () => {
    const { company_id } = caller.tenant;
    const { body } = await sandbox(world.send, '/sandbox/clients', { company_id, accounts: [] });
    const outsider = await openCaller(world.send, body as Tenant);
    const request = { ...sourceOf(caller.tenant), amount: 1, key: 'fulano@example.com' };

    const answers = [
      await outsider.post('/create-cashout', request),
      await outsider.post('/approve-cashout', { id: newCashout }),
      await outsider.get(`/v3/cashouts/${newCashout}`),
      await outsider.get(statementPath(caller.source)),
    ];

    expect(answers.map(({ status, body: answer }) => [status, answer.message])).toEqual([
      [400, 'Account not found'],
      [400, 'Transaction not found'],
      [400, 'Transaction not found'],
      [400, 'Account not found'],
    ]);
  });

  test('the access of a web client covers reading and approving, but not creating through the API', async () => {
    expect((await webUser.get(statementPath(caller.source))).status).toBe(200);
    expect((await webUser.get(`/v3/cashouts/${newCashout}`)).status).toBe(200);
    const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    expect((await webUser.post('/create-cashout', body)).status).toBe(401);
    const { id } = (await caller.post('/create-cashout', body)).body;
    expect(await webUser.post('/approve-cashout', { id })).toMatchObject({
      status: 200,
      body: { id, status: 'PROCESSING' },
    });
  });

  test('a token request with a wrong secret is refused', async () => {
    await expect(fetchToken(world.send, { ...caller.tenant, client_secret: 'wrong' })).rejects.toThrow(
      'invalid_client',
    );
  });
});
