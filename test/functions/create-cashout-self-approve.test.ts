import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cashout, CashoutStatus } from '../../lib/cashout.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let send: Send;
let caller: Caller;
beforeAll(async () => {
  stack = await openStack();
  send = sendInProcess(stack);
  caller = await openCaller(send, await openTenant(send));
});
afterAll(() => stack.stop());

const asCreated = (id: number, key: string) => ({
  worked: true,
  id,
  transaction_id: id,
  code_transaction: null,
  status: 'PROCESSING',
  amount: 10.5,
  fee: 0,
  key: 'fulano@example.com',
  tag: '',
  from_accout: caller.source.source_account_number,
  recipient_instution: null,
  recipient_instution_name: null,
  recipient_account_id: null,
  recipient_branch_id: null,
  recipient_legal_id: null,
  recipient_name: null,
  recipient_account_type: null,
  operationUuid: null,
  idempotency_key: key,
  erro_descriptor: '',
  new_erro_descriptor: '',
});

const filled = {
  code_transaction: 'PX-0000-0000-0001',
  recipient_instution: '00000000',
  recipient_instution_name: 'Banco do Brasil',
  recipient_account_id: '12345678',
  recipient_branch_id: '0001',
  recipient_legal_id: '***.456.789-**',
  recipient_name: 'Ana Souza',
  recipient_account_type: 'CURRENT_ACCOUNT',
  operationUuid: '7f1c2ad4-7f7e-4f7a-9b56-0c7a54a4f0c3',
};

// A row as far as it can be filled: what a status does not show must not be shown, wherever it comes from.
const full: Partial<Cashout> = {
  reservedAt: '2026-11-21T12:00:00.000Z',
  recipient: {
    name: 'Ana Souza',
    legalId: '12345678909',
    ispb: '00000000',
    institutionName: 'Banco do Brasil',
    branch: '0001',
    accountNumber: '12345678',
    accountType: 'CURRENT_ACCOUNT',
  },
  codeTransaction: 'PX-0000-0000-0001',
  operationId: '7f1c2ad4-7f7e-4f7a-9b56-0c7a54a4f0c3',
  failureText: 'AC03 - Agência ou conta do recebedor inválida',
  failureCode: 'AC03',
};

const reason = { erro_descriptor: full.failureText, new_erro_descriptor: 'AC03' };

test.each<[CashoutStatus, object]>([
  ['PROCESSING', {}],
  ['SUCCESS', filled],
  ['ERROR', reason],
  ['CANCELLED', reason],
  ['REFUNDED', { ...filled, ...reason }],
])('a replay of a cashout that is %s has this body', async (status, shown) => {
  const key = randomUUID();
  const body = { ...caller.source, amount: 10.5, key: 'fulano@example.com' };
  const first = await caller.post('/create-cashout-self-approve', body, { 'idempotency-key': key });
  const row = await stack.deps.cashouts.get(first.body.id);
  const { keyedCashoutId } = await import('../../lib/idempotency.ts');
  if (!row) throw new Error('no row');
  // The same request under a key of its own, stored as if its transfer had gone this way.
  const later = randomUUID();
  const id = keyedCashoutId({ companyId: row.companyId, account: row.account, idempotencyKey: later }, 0);
  await stack.deps.cashouts.insert({ ...row, ...full, id, idempotencyKey: later, status });

  const replay = await caller.post('/create-cashout-self-approve', body, { 'idempotency-key': later });

  expect(first.body).toEqual(asCreated(first.body.id, key));
  expect(replay.status).toBe(200);
  expect(replay.body).toEqual({ ...asCreated(id, later), status, ...shown });
});

test('the first answer is PROCESSING and nothing has moved yet', async () => {
  const created = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 1,
    key: 'fulano@example.com',
  });

  const row = await stack.deps.cashouts.get(created.body.id);
  expect(row).toMatchObject({
    status: 'PROCESSING',
    owedEvents: ['created'],
    approvedBy: caller.tenant.user_id,
  });
  expect(row?.endToEndId).toMatch(/^E99999010\d{12}\w{11}$/);
});
