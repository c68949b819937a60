import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess, signed } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { leavingUnprocessed, losingAnswers } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const body = () => ({ ...caller.source, amount: 10, key: 'fulano@example.com' });

test('twenty concurrent creates with the same key make one cashout, and every answer has that cashout', async () => {
  const headers = { 'idempotency-key': randomUUID() };

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => caller.post('/create-cashout', body(), headers)),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.filter((answer) => !answer.headers['idempotent-replayed'])).toHaveLength(1);
});

test('each create without an idempotency key makes its own cashout', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post('/create-cashout', body())));

  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(5);
});

test('the same idempotency key on two accounts makes two cashouts', async () => {
  const tenant = await openTenant(used.send, { accounts: 2 });
  const two = await openCaller(used.send, tenant);
  const headers = { 'idempotency-key': randomUUID() };
  const [first, second] = tenant.accounts.map(({ source_account_branch_identifier, source_account_number }) =>
    two.post(
      '/create-cashout',
      { ...body(), source_account_branch_identifier, source_account_number },
      headers,
    ),
  );

  expect((await first)?.body.id).not.toBe((await second)?.body.id);
});

test('if the id derived from the idempotency key is already used, the cashout gets the next id, and a replay finds the cashout', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await caller.post('/create-cashout', body(), headers);
  const row = await used.stack.deps.cashouts.get(first.body.id);
  if (!row) throw new Error('no row');
  const { keyedCashoutId } = await import('../../lib/cashout/idempotency.ts');
  const other = randomUUID();
  const identity = { companyId: row.companyId, account: row.account, idempotencyKey: other };
  await used.stack.deps.cashouts.insert({ ...row, id: keyedCashoutId(identity, 0) });

  const created = await caller.post('/create-cashout', body(), { 'idempotency-key': other });
  const replayed = await caller.post('/create-cashout', body(), { 'idempotency-key': other });

  expect(created.body.id).toBe(keyedCashoutId(identity, 1));
  expect(replayed).toMatchObject({
    body: { id: created.body.id },
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('a refused create does not use up its idempotency key', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const refused = await caller.post('/create-cashout', { ...body(), key: 'nonsense' }, headers);

  const created = await caller.post('/create-cashout', body(), headers);

  expect([refused.status, created.status]).toEqual([400, 200]);
  expect(created.headers['idempotent-replayed']).toBeUndefined();
});

test('a cashout stored before a request field existed is replayed, unless the request sends that field', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await caller.post('/create-cashout', body(), headers);
  await openClient().send(
    new UpdateCommand({
      TableName: used.stack.deps.config.CASHOUTS_TABLE,
      Key: { id: first.body.id },
      UpdateExpression: 'REMOVE #request.tag',
      ExpressionAttributeNames: { '#request': 'request' },
    }),
  );

  const replay = await caller.post('/create-cashout', body(), headers);
  const other = await caller.post('/create-cashout', { ...body(), tag: 'rent' }, headers);

  expect(replay).toMatchObject({ status: 200, body: { id: first.body.id, tag: '' } });
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect(other).toMatchObject({
    status: 409,
    body: { detail: 'Idempotency key already used with a different request (differs in tag)' },
  });
});

test('on a closed account a replay is still answered, and a new create is refused', async () => {
  const tenant = await openTenant(used.send);
  const late = await openCaller(used.send, tenant);
  const headers = { 'idempotency-key': randomUUID() };
  const request = { ...late.source, amount: 10, key: 'fulano@example.com' };
  const created = await late.post('/create-cashout', request, headers);
  await sandbox(used.send, '/sandbox/accounts/close', late.source);

  const replay = await late.post('/create-cashout', request, headers);
  const fresh = await late.post('/create-cashout', request);

  expect(replay).toMatchObject({ status: 200, body: { id: created.body.id, status: 'NEW' } });
  expect(fresh).toMatchObject({ status: 400, body: { message: 'Account not found' } });
});

describe('when the answer to the database put is lost,', () => {
  test('the caller gets the answer of a first create and not of a replay', async () => {
    const { client, lost } = losingAnswers('PutItem');
    const deps = used.stack.with({ client });
    const other = await openCaller(sendInProcess(used.stack, deps), caller.tenant);

    const answer = await other.post('/create-cashout', body(), { 'idempotency-key': randomUUID() });

    expect(lost()).toBe(1);
    expect(answer).toMatchObject({ status: 200, body: { status: 'NEW' } });
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('a request without an idempotency key still stores one row', async () => {
    const ids: number[] = [];
    const { client } = losingAnswers('PutItem');
    const { ids: live } = used.stack.deps;
    const deps = used.stack.with({
      client,
      ids: { ...live, cashoutId: () => ids[ids.push(live.cashoutId()) - 1] as number },
    });
    const other = await openCaller(sendInProcess(used.stack, deps), caller.tenant);

    const answer = await other.post('/create-cashout', body());

    expect(ids).toEqual([answer.body.id]);
  });

  test('the answer is NEW, even if the cashout has been approved in the meantime', async () => {
    const key = randomUUID();
    const { keyedCashoutId } = await import('../../lib/cashout/idempotency.ts');
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const identity = {
      companyId: caller.tenant.company_id,
      account: { branch, number },
      idempotencyKey: key,
    };
    const { client } = losingAnswers('PutItem', {
      meanwhile: () => caller.post('/approve-cashout', { id: keyedCashoutId(identity, 0) }),
    });
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    const answer = await other.post('/create-cashout', body(), { 'idempotency-key': key });

    expect(answer).toMatchObject({ status: 200, body: { status: 'NEW' } });
    const now = await caller.get(`/v3/cashouts/${answer.body.id}`);
    expect(now.body.status).toBe('PROCESSING');
  });
});

describe('a batch read with keys that DynamoDB leaves unprocessed', () => {
  test('the unprocessed keys are read again', async () => {
    const { client, reads } = leavingUnprocessed(2);
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    const answer = await other.post('/create-cashout', body());

    expect(reads()).toBe(2);
    expect(answer.status).toBe(200);
  });

  test('keys that stay unprocessed give a 503, and not "not found"', async () => {
    const { client } = leavingUnprocessed(100);
    const deps = { ...used.stack.with({ client, pause: async () => {} }), clients: used.stack.deps.clients };
    const other = await openCaller(sendInProcess(used.stack, deps), caller.tenant);

    const answer = await other.post('/create-cashout', body());

    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body).toEqual({
      worked: false,
      detail:
        'Temporarily unavailable, the outcome is unknown: repeat the call with the same idempotency key',
      message:
        'Temporarily unavailable, the outcome is unknown: repeat the call with the same idempotency key',
      data: null,
    });
  });
});

describe('the body of a create', () => {
  test.each([
    ['amount', 'no amount', { amount: undefined }],
    ['amount', 'zero', { amount: 0 }],
    ['amount', 'three places', { amount: 100.999 }],
    ['amount', 'negative', { amount: -10 }],
    ['amount', 'null', { amount: null }],
    ['amount', 'true', { amount: true }],
    ['amount', 'a list', { amount: [100] }],
    ['amount', 'comma', { amount: '100,00' }],
    ['amount', 'too large', { amount: '99999999999999.99' }],
    ['source_account_branch_identifier', 'no branch', { source_account_branch_identifier: undefined }],
    ['source_account_branch_identifier', 'branch of 5 digits', { source_account_branch_identifier: '12345' }],
    ['source_account_branch_identifier', 'branch as number', { source_account_branch_identifier: 1 }],
    [
      'source_account_branch_identifier',
      'branch with line break',
      { source_account_branch_identifier: '0001\n' },
    ],
    ['source_account_number', 'number with letters', { source_account_number: '12a' }],
    ['source_account_number', 'number as number', { source_account_number: 12345 }],
    ['source_account_number', 'number of 200 digits', { source_account_number: '1'.repeat(200) }],
    ['key', 'no key', { key: undefined }],
    ['key', 'key null', { key: null }],
    ['key', 'key as number', { key: 5 }],
    ['tag', 'tag of 10 KB', { tag: 'x'.repeat(10_000) }],
    ['tag', 'tag with half a surrogate pair', { tag: '\ud800' }],
    ['key', 'key with half a surrogate pair', { key: '\ud800@example.com' }],
  ])('a create with an invalid %s is refused with 422: %s', async (field, _, change) => {
    const answer = await caller.post('/create-cashout', { ...body(), ...change });

    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      worked: false,
      detail: 'Validation error',
      message: 'Validation error',
      data: null,
      errors: [{ field, message: expect.any(String) }],
    });
  });

  test.each(['abc', '123e4567-e89b-12d3-a456-426655440000', '{71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d}'])(
    'a create with the idempotency key %j is refused with 422',
    async (key) => {
      const answer = await caller.post('/create-cashout', body(), { 'idempotency-key': key });

      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'idempotency-key' }] } });
    },
  );

  test('a signed body that is not UTF-8 is refused with 422, which names the charset', async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...body(), tag: 'salário' }), 'latin1');
    const headers = {
      authorization: `Bearer ${caller.token}`,
      'content-type': 'application/json',
      hmac: signed(caller.tenant.hmac_secret, latin1),
    };

    for (const base64 of [false, true])
      expect(
        await used.send({ method: 'POST', path: '/create-cashout', headers, body: latin1, base64 }),
      ).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'body', message: 'must be in UTF-8, but has bytes that are not' }] },
      });
  });

  test.each([35.41, 4.35, 1.15, 0.01, 1000, '100.00', '7'])(
    'a create keeps the amount %s to the cent',
    async (amount) => {
      const answer = await caller.post('/create-cashout', { ...body(), amount });

      expect(answer).toMatchObject({ status: 200, body: { amount: Number(amount) } });
    },
  );

  test('unknown fields of a create are ignored and not stored', async () => {
    const extra = { status: 'SUCCESS', id: 1, fee: -5, company_id: 'x' };

    const answer = await caller.post('/create-cashout', { ...body(), ...extra });

    expect(answer).toMatchObject({ status: 200, body: { status: 'NEW', fee: 0 } });
    const row = await used.stack.deps.cashouts.get(answer.body.id);
    expect(row).toMatchObject({ companyId: caller.tenant.company_id, status: 'NEW' });
    expect(row).not.toHaveProperty('fee');
  });

  test.each(['😀 ação', '<script>alert(1)</script>', '=cmd()', '  spaced  '])(
    'a create returns the tag %j unchanged',
    async (tag) => {
      const answer = await caller.post('/create-cashout', { ...body(), tag });

      expect(answer.body.tag).toBe(tag);
    },
  );
});
