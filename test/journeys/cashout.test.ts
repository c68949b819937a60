import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountIdOf, runAdminAt, serveLambda } from '../support/admin.ts';
import {
  ended,
  openCaller,
  openTenant,
  openWorld,
  statementPath,
  type Tenant,
  until,
  type World,
} from '../support/api.ts';

let world: World;
let lambda: { url: string; close: () => void };
beforeAll(async () => {
  world = await openWorld();
  lambda = world.stack ? await serveLambda(world.stack) : { url: inject('lambdaUrl'), close: () => {} };
});
afterAll(async () => {
  lambda.close();
  await world.close();
});

/** Returns the amount that an account holds for transfers, as an operator sees it. */
async function heldBy(tenant: Tenant): Promise<string> {
  const { printed } = await runAdminAt(
    lambda.url,
    'account',
    'show',
    accountIdOf(tenant),
    '--by',
    'ana',
    '--json',
  );
  return JSON.parse(printed).held;
}

const newCaller = async (tenant: object = {}) => openCaller(world.send, await openTenant(world.send, tenant));

describe('a cashout by PIX key', () => {
  test('a cashout is created NEW, approved once, completed in the background and shown on the statement', async () => {
    const caller = await newCaller();
    const { source } = caller;

    const created = await caller.post('/create-cashout', {
      ...source,
      amount: 123.45,
      key: 'Fulano@Example.com',
      tag: 'rent',
    });

    const id = created.body.id as number;
    const record = {
      worked: true,
      id,
      transaction_id: id,
      code_transaction: null,
      status: 'NEW',
      amount: 123.45,
      fee: 0,
      key: 'fulano@example.com',
      tag: 'rent',
      from_accout: source.source_account_number,
      recipient_instution: null,
      recipient_instution_name: null,
      recipient_account_id: null,
      recipient_branch_id: null,
      recipient_legal_id: null,
      recipient_name: null,
      recipient_account_type: null,
      operationUuid: null,
      idempotency_key: null,
      erro_descriptor: '',
      new_erro_descriptor: '',
    };
    expect(created).toMatchObject({ status: 200, body: record });
    expect(Object.keys(created.body)).toEqual(Object.keys(record));

    const approved = await caller.post('/approve-cashout', { id });
    expect(approved.status).toBe(200);
    expect(approved.body).toEqual({
      ...record,
      status: 'PROCESSING',
      erro_descriptor: null,
      new_erro_descriptor: null,
    });

    const again = await caller.post('/approve-cashout', { id });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({
      worked: false,
      detail: 'Transaction in wrong status',
      message: 'Transaction in wrong status',
      data: null,
    });

    const done = await ended(caller, id);
    expect(done.body).toEqual({
      ...record,
      status: 'SUCCESS',
      code_transaction: expect.stringMatching(/^PX-\w{4}-\w{4}-\w{4}$/),
      recipient_instution: expect.stringMatching(/^\d{8}$/),
      recipient_instution_name: expect.any(String),
      recipient_account_id: expect.stringMatching(/^\d+$/),
      recipient_branch_id: '0001',
      recipient_legal_id: expect.stringMatching(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/),
      recipient_name: expect.any(String),
      recipient_account_type: expect.stringMatching(/^CONTA_(CORRENTE|POUPANCA)$/),
      operationUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      erro_descriptor: null,
      new_erro_descriptor: null,
    });

    const statement = await caller.get(statementPath(source));
    expect(statement.body).toEqual({
      worked: true,
      next: null,
      previous: null,
      results: [
        {
          credit_or_debit: 'DEBIT',
          transaction_type: 'PIX_CASHOUT',
          amount: 123.45,
          date_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
          date_time_utc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          identification: expect.stringMatching(/^E(99999010|09089356)\d{12}[A-Za-z0-9]{11}$/),
          code_transaction: done.body.code_transaction,
          code: 2,
          qr_code_id: null,
          transaction_id: id,
          tag_id: 'rent',
          balance: 9876.55,
          counterparty: {
            name: done.body.recipient_name,
            legal_id: done.body.recipient_legal_id,
            ispb: done.body.recipient_instution,
            institution: done.body.recipient_instution_name,
          },
        },
        {
          credit_or_debit: 'CREDIT',
          transaction_type: 'PIX_CREDIT_IN_ACCOUNT',
          amount: 10000,
          date_time: expect.any(String),
          date_time_utc: expect.any(String),
          identification: null,
          code_transaction: null,
          code: 1,
          qr_code_id: null,
          transaction_id: null,
          tag_id: null,
          balance: 10000,
          counterparty: null,
        },
      ],
    });
  });

  test('a cashout is created and approved in one call by self-approve, and a replay shows its current state', async () => {
    const caller = await newCaller();
    const key = randomUUID();
    const body = { ...caller.source, amount: '50.00', key: '12345678909' };
    const headers = { 'idempotency-key': key.toUpperCase() };

    const created = await caller.post('/create-cashout-self-approve', body, headers);

    expect(created.status).toBe(200);
    expect(created.headers['idempotent-replayed']).toBeUndefined();
    expect(created.body).toMatchObject({
      status: 'PROCESSING',
      idempotency_key: key.toUpperCase(),
      tag: '',
      recipient_name: null,
    });

    await ended(caller, created.body.id);
    const replay = await caller.post('/create-cashout-self-approve', { ...body, amount: 50 }, headers);

    expect(replay.status).toBe(200);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.body).toMatchObject({
      id: created.body.id,
      status: 'SUCCESS',
      tag: '',
      erro_descriptor: '',
      recipient_name: expect.any(String),
      recipient_account_type: expect.stringMatching(/^(CURRENT|SAVING)_ACCOUNT$/),
    });
    const statement = await caller.get(statementPath(caller.source));
    expect(statement.body.results).toHaveLength(2);
  });

  test('an idempotency key used with another request is refused, and the refusal names the differing fields but not their values', async () => {
    const caller = await newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    await caller.post('/create-cashout', body, headers);

    const other = await caller.post(
      '/create-cashout-self-approve',
      { ...body, amount: 11, tag: 'x' },
      headers,
    );

    expect(other.status).toBe(409);
    expect(other.body).toEqual({
      worked: false,
      detail: 'Idempotency key already used with a different request (differs in endpoint, amount, tag)',
      message: 'Idempotency key already used with a different request',
      data: null,
    });
  });

  test.each([
    ['am04@sandbox.pix', 'ERROR', 'AM04 - Saldo insuficiente', 'AM04'],
    ['ds04@sandbox.pix', 'CANCELLED', 'DS04 - Ordem rejeitada pelo participante recebedor', 'DS04'],
  ])('a cashout to %s ends as %s with its reason and moves no money', async (key, status, text, code) => {
    const caller = await newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...caller.source, amount: 10, key };
    const created = await caller.post('/create-cashout-self-approve', body, headers);

    await ended(caller, created.body.id);
    const replay = await caller.post('/create-cashout-self-approve', body, headers);

    expect(replay.body).toMatchObject({
      status,
      erro_descriptor: text,
      new_erro_descriptor: code,
      recipient_name: null,
      code_transaction: null,
      operationUuid: null,
    });
    const statement = await caller.get(statementPath(caller.source));
    expect(statement.body.results).toHaveLength(1);
  });

  test.each(['timeout@sandbox.pix', 'slow@sandbox.pix'])(
    'a cashout to %s is looked up until it is settled',
    async (key) => {
      const caller = await newCaller();
      const created = await caller.post('/create-cashout-self-approve', {
        ...caller.source,
        amount: 10,
        key,
      });

      const done = await ended(caller, created.body.id);

      expect(done.body).toMatchObject({ status: 'SUCCESS', recipient_name: key });
      const statement = await caller.get(statementPath(caller.source));
      expect(statement.body.results).toHaveLength(2);
    },
  );

  test('a cashout above the balance ends as ERROR, and money held for another cashout is not available', async () => {
    const caller = await newCaller({ balance: '100.00' });
    const open = await caller.post('/create-cashout-self-approve', {
      ...caller.source,
      amount: 60,
      key: 'unknown@sandbox.pix',
    });
    await until(
      () => heldBy(caller.tenant),
      (held) => held === '60.00',
    );

    const second = await caller.post('/create-cashout-self-approve', {
      ...caller.source,
      amount: 60,
      key: 'fulano@example.com',
    });

    const refused = await ended(caller, second.body.id);
    expect(refused.body).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'Insufficient funds',
      new_erro_descriptor: null,
    });
    const held = await caller.get(`/v3/cashouts/${open.body.id}`);
    expect(held.body.status).toBe('PROCESSING');
  });

  test('a cashout to one of our own accounts settles in a single posting with both entries', async () => {
    const payer = await newCaller();
    const payee = await newCaller({ balance: '1.00' });
    const { pix_key: key = '' } = payee.tenant.accounts[0] ?? {};
    const body = { ...payer.source, amount: 10.5, key, tag: 'a private note' };
    const created = await payer.post('/create-cashout-self-approve', body);

    await ended(payer, created.body.id);

    const paid = await payer.get(statementPath(payer.source));
    const received = await payee.get(statementPath(payee.source));
    expect(paid.body.results[0]).toMatchObject({
      transaction_type: 'PIX_CASHOUT',
      amount: 10.5,
      balance: 9989.5,
      tag_id: 'a private note',
    });
    expect(received.body.results[0]).toMatchObject({
      credit_or_debit: 'CREDIT',
      transaction_type: 'PIX_CASHIN',
      amount: 10.5,
      balance: 11.5,
      tag_id: null,
    });
    expect(received.body.results[0].transaction_id).not.toBe(created.body.id);
  });

  test('a cashout to the payer’s own account ends as CANCELLED', async () => {
    const caller = await newCaller();
    const { pix_key: key = '' } = caller.tenant.accounts[0] ?? {};
    const created = await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, key });

    const done = await ended(caller, created.body.id);

    expect(done.body).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Source and recipient are the same account',
    });
  });
});
