import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { fetchToken, openTenant, sendInProcess, sourceOf, type Tenant } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { dyingAt, losingAnswers } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ now: () => new Date(clock()) });

// The clock stands ten seconds into a time step, so that no step ends during the tests.
const startedAt = Date.now();
const clock = () => Math.floor(startedAt / 30_000) * 30_000 + 10_000;

const codeAt = ({ mfa_secret: secret }: Tenant, at = clock()) =>
  generateSync({ secret, epoch: Math.floor(at / 1000) });
const openWeb = (body: object = {}) => openTenant(used.send, { audience: 'web', ...body });

async function pay(
  tenant: Tenant,
  change: object = {},
  headers: Record<string, string> = {},
  via = used.send,
) {
  const body = {
    ...sourceOf(tenant),
    amount: 10,
    ...bankDetails,
    mfa_code: codeAt(tenant),
    ...change,
  };
  const authorization = `Bearer ${await fetchToken(used.send, tenant)}`;
  return via({
    method: 'POST',
    path: '/create-manual-transfer',
    headers: { authorization, ...headers },
    body: JSON.stringify(body),
  });
}
const refusal = (detail: string) => ({ worked: false, detail, message: 'Unauthorized', data: null });
const wrongCode = refusal(
  'The one-time code (mfa_code) is missing, wrong or already used, or there were too many wrong codes',
);

test('a web user sends money with a valid one-time code and without a signature', async () => {
  const answer = await pay(await openWeb());

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: 'PROCESSING', key: null, recipient_account_id: '45678-9' });
});

test.each(['0'.repeat(64), 'x'])('a web user who sends the wrong signature %j pays nothing', async (hmac) => {
  const tenant = await openWeb();
  const answer = await pay(tenant, {}, { hmac });

  expect([answer.status, answer.body.detail]).toEqual([400, 'HMAC invalid']);
});

test('a manual transfer requires a web client with both permissions', async () => {
  const [api, creator] = [
    await pay(await openTenant(used.send)),
    await pay(await openWeb({ permissions: ['CREATE'] })),
  ];

  expect([api.status, api.body]).toEqual([
    401,
    refusal('The token has the audience api, but this call needs web'),
  ]);
  expect([creator.status, creator.body]).toEqual([
    401,
    refusal('The policy on the account does not permit APPROVE'),
  ]);
});

describe('a one-time code', () => {
  test.each<[string, (tenant: Tenant) => unknown]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['a number', (tenant) => Number(codeAt(tenant))],
    ['of five digits', () => '12345'],
    ['wrong', (tenant) => String((Number(codeAt(tenant)) + 1) % 1_000_000).padStart(6, '0')],
    ['of the next time step', (tenant) => codeAt(tenant, clock() + 30_000)],
    ['of two time steps ago', (tenant) => codeAt(tenant, clock() - 61_000)],
    ['of another user', () => codeAt({ mfa_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' } as Tenant)],
  ])('a code that is %s gives a 401 and makes no transfer', async (_, code) => {
    const tenant = await openWeb();
    const headers = { 'idempotency-key': randomUUID() };

    expect(await pay(tenant, { mfa_code: code(tenant) }, headers)).toMatchObject({
      status: 401,
      body: wrongCode,
    });
    expect((await pay(tenant, {}, headers)).headers['idempotent-replayed']).toBeUndefined();
  });

  test('the code of the previous time step is accepted, but only once', async () => {
    const tenant = await openWeb();
    const before = codeAt(tenant, clock() - 30_000);

    expect((await pay(tenant, { mfa_code: before })).status).toBe(200);
    expect((await pay(tenant, { mfa_code: before })).status).toBe(401);
  });

  test('fifty concurrent calls with the same code and no idempotency key make one transfer', async () => {
    const tenant = await openWeb();
    const mfa_code = codeAt(tenant);

    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(tenant, { mfa_code })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  test('fifty concurrent calls with the same code and idempotency key make one transfer, and every answer has that transfer', async () => {
    const tenant = await openWeb();
    const mfa_code = codeAt(tenant);
    const headers = { 'idempotency-key': randomUUID() };

    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(tenant, { mfa_code }, headers)));

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.headers['idempotent-replayed'])).toHaveLength(1);
  });

  test('a code is refused with 401 if a machine with a faster clock has already accepted a later code', async () => {
    const tenant = await openWeb();
    const ahead = clock() + 30_000;
    const faster = sendInProcess(used.stack, used.stack.with({ now: () => new Date(ahead) }));
    expect((await pay(tenant, { mfa_code: codeAt(tenant, ahead) }, {}, faster)).status).toBe(200);

    expect((await pay(tenant)).status).toBe(401);
  });

  test('a repeated code does not count as a wrong code, so that fifty repeats do not lock the user', async () => {
    const tenant = await openWeb();
    const mfa_code = codeAt(tenant, clock() - 30_000);
    await Promise.all(Array.from({ length: 50 }, () => pay(tenant, { mfa_code })));

    expect((await pay(tenant)).status).toBe(200);
  });
});

describe('five wrong one-time codes', () => {
  const wrong = (tenant: Tenant) => ({
    mfa_code: String((Number(codeAt(tenant)) + 5) % 1_000_000).padStart(6, '0'),
  });

  test.each(['one by one', 'at once'])(
    'wrong codes sent %s lock the user for fifteen minutes',
    async (how) => {
      const tenant = await openWeb();
      const guesses = Array.from({ length: 5 }, () => () => pay(tenant, wrong(tenant)));
      if (how === 'at once') await Promise.all(guesses.map((guess) => guess()));
      else for (const guess of guesses) await guess();

      const locked = await pay(tenant);
      const later = clock() + 901_000;
      // The token would have expired by then. The time at which the code is checked counts.
      const deps = used.stack.with({ now: () => new Date(later) });
      const patient = sendInProcess(used.stack, {
        ...deps,
        tokens: {
          ...deps.tokens,
          verify: (token) => used.stack.deps.tokens.verify(token, new Date(clock())),
        },
      });
      const unlocked = await pay(tenant, { mfa_code: codeAt(tenant, later) }, {}, patient);

      expect([locked.status, unlocked.status]).toEqual([401, 200]);
    },
  );

  test('wrong codes are counted from zero again after a valid code', async () => {
    const tenant = await openWeb();
    for (let guess = 0; guess < 4; guess++) await pay(tenant, wrong(tenant));
    expect((await pay(tenant, { mfa_code: codeAt(tenant, clock() - 30_000) })).status).toBe(200);
    await pay(tenant, wrong(tenant));

    expect((await pay(tenant)).status).toBe(200);
  });
});

test('a replay is answered whatever its one-time code, and a different body under the same key gives a 409', async () => {
  const tenant = await openWeb();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await pay(tenant, {}, headers);

  const replay = await pay(tenant, { mfa_code: '000000' }, headers);
  const other = await pay(tenant, { amount: 11 }, headers);

  expect(replay).toMatchObject({
    status: 200,
    body: { id: first.body.id },
    headers: { 'idempotent-replayed': 'true' },
  });
  expect(other.status).toBe(409);
});

test('a caller gets the answer of a first request, and not of a replay, even if the answer to the write is lost for a long time', async () => {
  const tenant = await openWeb();
  const { client, lost } = losingAnswers('TransactWriteItems', { late: true });

  const answer = await pay(
    tenant,
    {},
    { 'idempotency-key': randomUUID() },
    sendInProcess(used.stack, used.stack.with({ client })),
  );

  expect(lost()).toBe(1);
  expect(answer).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
});

test.each(['before', 'after'] as const)(
  'a call that dies %s its write makes only one transfer when it is repeated',
  async (moment) => {
    const tenant = await openWeb();
    const headers = { 'idempotency-key': randomUUID() };
    const mfa_code = codeAt(tenant);
    // The calls are: client with company; account with policy, row and watch; user; watch; write.
    const { client, died } = dyingAt(5, moment);
    await Promise.race([
      pay(tenant, { mfa_code }, headers, sendInProcess(used.stack, used.stack.with({ client }))),
      died,
    ]);

    const again = await pay(tenant, { mfa_code }, headers);

    expect(again.status).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe(moment === 'after' ? 'true' : undefined);
  },
);
