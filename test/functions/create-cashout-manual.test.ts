import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sourceOf, type Tenant } from '../support/api.ts';
import { bankDetails, bankDetailsOf } from '../support/bank-details.ts';
import { openClient } from '../support/clients.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const recipient = {
  ...bankDetails,
  recipient_account_branch_digit: '',
  recipient_account_type: 'SAVING_ACCOUNT',
};
const body = (change: object = {}) => ({ ...caller.source, amount: 10, ...recipient, ...change });

describe('the recipient in bank details', () => {
  test('a recipient stored by an earlier version with a 20-digit account number is shown and paid', async () => {
    const { id } = (await caller.post('/create-cashoutmanual-self-approve', body())).body;
    await openClient().send(
      new UpdateCommand({
        TableName: used.stack.config.CASHOUTS_TABLE,
        Key: { id },
        UpdateExpression: 'SET #request.#recipient.#number = :number',
        ExpressionAttributeNames: {
          '#request': 'request',
          '#recipient': 'recipient',
          '#number': 'accountNumber',
        },
        ExpressionAttributeValues: { ':number': '1'.repeat(20) },
      }),
    );

    await takeStep(used.stack.deps, id);

    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'SUCCESS',
      recipient_account_id: `${'1'.repeat(20)}-9`,
    });
  });

  test.each([
    ['recipient_account_branch', undefined],
    ['recipient_account_branch', ''],
    ['recipient_account_branch', '12345'],
    ['recipient_account_branch', 123],
    ['recipient_account_branch_digit', '12'],
    ['recipient_account_number', undefined],
    ['recipient_account_number', '12-3'],
    ['recipient_account_number', '1'.repeat(20)],
    ['recipient_account_number_digit', undefined],
    ['recipient_account_number_digit', ''],
    ['recipient_account_number_digit', 'XX'],
    ['recipient_account_type', 'SAVINGS_ACCOUNT'],
    ['recipient_account_type', 'current_account'],
    ['recipient_account_type', undefined],
    ['recipient_account_model', 'movement'],
    ['recipient_account_model', undefined],
    ['recipient_name', undefined],
    ['recipient_name', ''],
    ['recipient_name', 'A'],
    ['recipient_name', 'x'.repeat(300)],
    ['recipient_name', 'Fulana\u0000de Tal'],
    ['recipient_legal_id', '12345678901'],
    ['recipient_legal_id', '123.456.789-09'],
    ['recipient_legal_id', '123456789012'],
    ['recipient_legal_id', '12ABC34501DE35'],
    ['recipient_instution', '1234567'],
    ['recipient_instution', '123456789'],
    ['recipient_instution', 12345678],
    ['recipient_instution', 'ABCDEFGH'],
    ['recipient_instution', undefined],
  ])('a create with an invalid %s is refused with 422: %j', async (field, value) => {
    const answer = await caller.post('/create-cashout-manual', body({ [field]: value }));

    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test('a create with the field recipient_institution is refused, because the contract’s field is recipient_instution', async () => {
    const answer = await caller.post(
      '/create-cashout-manual',
      body({ recipient_instution: undefined, recipient_institution: '00000000' }),
    );

    expect(answer.body.errors).toEqual([{ field: 'recipient_instution', message: 'is required' }]);
  });

  test.each([
    { recipient_account_branch_digit: undefined },
    { recipient_account_branch_digit: 'X', recipient_account_number_digit: 'x' },
    { recipient_legal_id: '11222333000181' },
    { recipient_account_number: '1'.repeat(19) },
    { key: 'fulano@example.com' },
  ])('a create with %j is accepted', async (change) => {
    const answer = await caller.post('/create-cashout-manual', body(change));

    expect(answer).toMatchObject({ status: 200, body: { status: 'NEW', key: null } });
  });
});

test('a different recipient under the same idempotency key gives a 409 that names the changed fields', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  await caller.post('/create-cashout-manual', body(), headers);

  const other = await caller.post(
    '/create-cashout-manual',
    body({ recipient_name: 'Sicrano', recipient_account_number_digit: '8', recipient_instution: '60701190' }),
    headers,
  );
  const byKey = await caller.post(
    '/create-cashout',
    { ...caller.source, amount: 10, key: 'fulano@example.com' },
    headers,
  );

  expect(other.status).toBe(409);
  expect(other.body.detail).toContain(
    '(differs in recipient_account_number_digit, recipient_name, recipient_instution)',
  );
  expect(byKey.status).toBe(409);
  expect(byKey.body.detail).toMatch(/\(differs in .*\bkey, /);
});

test.each([
  ['/approve-cashout', '/create-cashout-manual'],
  ['/approve-cashout-manual', '/create-cashout'],
])('%s approves a cashout made by %s', async (approve, create) => {
  const created = await caller.post(create, body({ key: 'fulano@example.com' }));

  expect(await caller.post(approve, { id: created.body.id })).toMatchObject({
    status: 200,
    body: { status: 'PROCESSING' },
  });
});

describe('a manual transfer', () => {
  const pay = async (by: Caller, change: object) => {
    const { id } = (await by.post('/create-cashoutmanual-self-approve', { ...body(change), ...by.source }))
      .body;
    await takeStep(used.stack.deps, id);
    return (await by.get(`/v3/cashouts/${id}`)).body;
  };

  test('in the sandbox, a reserved name of the recipient decides the outcome', async () => {
    const done = await pay(caller, { recipient_name: 'ac03@sandbox.pix' });

    expect(done).toMatchObject({ status: 'ERROR', new_erro_descriptor: 'AC03' });
  });

  const ours = (tenant: Tenant, legalId: string) => bankDetailsOf(sourceOf(tenant), legalId);

  test('a transfer to one of our own accounts debits the payer and credits the payee, and then shows the account holder', async () => {
    const payer = await openTenant(used.send);
    const payee = await openTenant(used.send, { name: 'Joana Prado', legal_id: '39053344705' });
    const to = payee.accounts[0]?.source_account_number ?? '';
    const by = await openCaller(used.send, payer);

    const done = await pay(by, { ...ours(payee, '39053344705'), recipient_name: 'Somebody Else' });

    expect(done).toMatchObject({
      status: 'SUCCESS',
      recipient_account_id: `${to.slice(0, -1)}-${to.slice(-1)}`,
      recipient_name: 'Joana Prado',
      recipient_legal_id: '***.533.447-**',
    });
    expect(await expectLedgerAddsUp(used.stack, payer)).toMatchObject({ availableCents: 999_000 });
    expect(await expectLedgerAddsUp(used.stack, payee)).toMatchObject({ availableCents: 1_001_000 });
  });

  test('a transfer to one of our own accounts with another person’s document ends as ERROR, and no money is moved or held', async () => {
    const payer = await openTenant(used.send);
    const company = { name: 'Padaria Ltda', legal_id: '11222333000181' };
    const [payee, other] = [await openTenant(used.send), await openTenant(used.send, company)];
    const before = await Promise.all([payer, payee, other].map((one) => expectLedgerAddsUp(used.stack, one)));
    const by = await openCaller(used.send, payer);

    const done = await pay(by, { ...ours(payee, company.legal_id), recipient_name: company.name });

    expect(done).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'BE01 - Documento não corresponde ao titular da conta',
      new_erro_descriptor: 'BE01',
      recipient_name: company.name,
      recipient_legal_id: company.legal_id,
    });
    const after = await Promise.all([payer, payee, other].map((one) => expectLedgerAddsUp(used.stack, one)));
    expect(after).toEqual(before);
    expect(await eventsOf(used.stack, payee)).toEqual([]);
  });

  test('a transfer to an unknown account of this institution ends as ERROR without a hold', async () => {
    const tenant = await openTenant(used.send);
    const details = {
      recipient_instution: '99999010',
      recipient_account_number: '1',
      recipient_account_number_digit: '2',
    };

    const done = await pay(await openCaller(used.send, tenant), details);

    expect(done).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'AC03 - Agência ou conta do recebedor inválida',
    });
    expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 1_000_000,
    });
  });

  test('a transfer to the payer’s own account ends as CANCELLED', async () => {
    const done = await pay(caller, bankDetailsOf(caller.source, caller.tenant.legal_id));

    expect(done).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Source and recipient are the same account',
    });
  });
});
