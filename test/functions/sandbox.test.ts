import { describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openTenant, sandbox, sendInProcess, sourceOf } from '../support/api.ts';
import { losingAnswers } from '../support/faults.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test.each([
  [undefined, 'missing'],
  ['', 'missing'],
  ['wrong', 'wrong'],
  ['locally', 'wrong'],
])('the sandbox key %j gives no access: it is %s', async (key, how) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-sandbox-key': key };
  const answer = await used.send({ method: 'POST', path: '/sandbox/tenants', headers, body: '{}' });

  const detail = `The header x-sandbox-key is ${how}`;
  expect([answer.status, answer.body]).toEqual([
    401,
    { worked: false, detail, message: 'Unauthorized', data: null },
  ]);
});

describe('POST /sandbox/tenants', () => {
  test('the sandbox opens a company with a client, its user and accounts with money', async () => {
    const answer = await sandbox(used.send, '/sandbox/tenants', { name: 'Loja', accounts: 2, balance: 12.5 });

    const account = {
      source_account_branch_identifier: '0001',
      source_account_number: expect.stringMatching(/^\d{9}$/),
      balance: 12.5,
      pix_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    };
    expect(answer.body).toEqual({
      company_id: expect.any(String),
      user_id: expect.any(String),
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      hmac_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      mfa_secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      name: 'Loja',
      legal_id: expect.stringMatching(/^\d{11}$/),
      accounts: [account, account],
    });
    await expectLedgerAddsUp(used.stack, answer.body, 1);
  });

  test('the sandbox opens the accounts with the given company name, and refuses an invalid document', async () => {
    const company = { name: 'Padaria Ltda', legal_id: '11222333000181' };
    const { body } = await sandbox(used.send, '/sandbox/tenants', { ...company, accounts: 2 });

    expect(body).toMatchObject(company);
    for (const index of [0, 1])
      expect(await balanceOf(used.stack, body, index)).toMatchObject({
        holderName: 'Padaria Ltda',
        holderLegalId: '11222333000181',
      });
    expect(await sandbox(used.send, '/sandbox/tenants', { legal_id: '11222333000150' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'legal_id', message: 'must be a CPF or CNPJ, digits only' }] },
    });
  });

  test('an opening balance of zero is accepted, and the statement is then empty', async () => {
    const tenant = await openTenant(used.send, { balance: '0' });

    expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ seq: 0, availableCents: 0 });
  });

  test.each([
    42,
    [],
    null,
    { accounts: 0 },
    { accounts: 21 },
    { balance: '-1' },
    { audience: 'all' },
    { permissions: ['ROOT'] },
    { name: '' },
  ])('a request with the body %j is refused', async (body) => {
    expect((await sandbox(used.send, '/sandbox/tenants', body)).status).toBe(422);
  });

  test('the client’s secrets are stored encrypted or hashed in the table', async () => {
    const tenant = await openTenant(used.send);
    const client = await used.stack.deps.clients.get(tenant.client_id);

    expect(JSON.stringify(client)).not.toContain(tenant.client_secret);
    expect(JSON.stringify(client)).not.toContain(tenant.hmac_secret);
  });
});

describe('POST /sandbox/clients', () => {
  test('the sandbox opens a further client with policies on all accounts, some, or none', async () => {
    const tenant = await openTenant(used.send, { accounts: 2 });
    const { company_id } = tenant;
    const accounts = async (body: object) =>
      (await sandbox(used.send, '/sandbox/clients', { company_id, ...body })).body.accounts.map(
        (account: { source_account_number: string }) => account.source_account_number,
      );

    const second = sourceOf(tenant, 1);

    expect((await accounts({})).sort()).toEqual(
      tenant.accounts.map((account) => account.source_account_number).sort(),
    );
    expect(await accounts({ accounts: [second] })).toEqual([second.source_account_number]);
    expect(await accounts({ accounts: [] })).toEqual([]);
  });

  test('an account that is named twice counts as one account', async () => {
    const tenant = await openTenant(used.send);
    const { company_id } = tenant;
    const accounts = [sourceOf(tenant), sourceOf(tenant)];

    const answer = await sandbox(used.send, '/sandbox/clients', { company_id, accounts });

    expect(answer.body.accounts).toHaveLength(1);
  });

  test('an unknown company, or an account of a different company, is refused', async () => {
    const [one, other] = [await openTenant(used.send), await openTenant(used.send)];
    const unknown = await sandbox(used.send, '/sandbox/clients', {
      company_id: '00000000-0000-4000-8000-000000000000',
    });
    const foreign = await sandbox(used.send, '/sandbox/clients', {
      company_id: one.company_id,
      accounts: [sourceOf(other)],
    });

    expect(unknown.body.message).toBe('Company not found');
    expect(foreign.body.message).toBe('Account not found');
  });
});

test('a production stage has no sandbox, even for a request with its key', async () => {
  const { sandbox: _, ...deps } = used.stack.deps;
  const real = { ...deps, config: { ...deps.config, STAGE: 'production' } };

  for (const path of ['/sandbox/tenants', '/sandbox/pix-in', '/sandbox/network/5']) {
    expect(await sandbox(sendInProcess(used.stack, real), path)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    });
  }
});

describe('POST /sandbox/network/{reference}', () => {
  test.each([
    [{ outcome: 'settled' }, 'SUCCESS', null],
    [{ outcome: 'failed', code: 'AC03' }, 'ERROR', 'AC03 - Agência ou conta do recebedor inválida'],
    [{ outcome: 'refused' }, 'CANCELLED', 'DS04 - Ordem rejeitada pelo participante recebedor'],
  ])('the verdict %j decides the outcome of an open payment', async (verdict, status, reason) => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'unknown@sandbox.pix' };
    const id = (await caller.post('/create-cashout-self-approve', body)).body.id as number;
    await takeStep(used.stack.deps, id);
    await takeStep(used.stack.deps, id);
    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('PROCESSING');

    const told = await sandbox(used.send, `/sandbox/network/${id}`, verdict);
    await takeStep(used.stack.deps, id);

    expect(told.status).toBe(200);
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({ status, erro_descriptor: reason });
    const again = await sandbox(used.send, `/sandbox/network/${id}`, verdict);
    expect(again).toMatchObject({ status: 400, body: { message: 'Payment is not open at the network' } });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test.each([
    ['/sandbox/network/x', { outcome: 'settled' }],
    ['/sandbox/network/5', { outcome: 'maybe' }],
  ])('a verdict sent to %s with the body %j is refused', async (path, body) => {
    expect((await sandbox(used.send, path, body)).status).toBe(422);
  });
});

test('a throttled queue gives a 503 instead of a 500', async () => {
  const caller = await used.newCaller();
  const throttled = Object.assign(new Error('slow down'), { name: 'RequestThrottled', $fault: 'client' });
  const queues = { ...used.stack.deps.queues, sendEvent: () => Promise.reject(throttled) };
  const world = sendInProcess(used.stack, used.stack.with({ queues }));

  expect((await sandbox(world, '/sandbox/pix-in', { ...caller.source, amount: 1 })).status).toBe(503);
});

test('the opening balance is credited once, even if the answer is lost and the retry collides', async () => {
  const { client, lost } = losingAnswers('TransactWriteItems', { skip: 2, collides: 1 });

  const tenant = await openTenant(sendInProcess(used.stack, used.stack.with({ client })), { balance: 12.5 });

  expect(lost()).toBe(2);
  expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ availableCents: 1_250, seq: 1 });
});
