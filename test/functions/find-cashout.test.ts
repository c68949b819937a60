import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { keyedCashoutId } from '../../lib/cashout/idempotency.ts';
import { codeTransactionOf } from '../../lib/cashout/receipt.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { counting } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const path = (
  key: string,
  { source_account_branch_identifier: branch, source_account_number: number } = caller.source,
) =>
  `/v3/cashouts?source_account_branch_identifier=${branch}&source_account_number=${number}&idempotency_key=${key}`;
const create = (key: string) =>
  caller.post(
    '/create-cashout',
    { ...caller.source, amount: 10, key: 'fulano@example.com' },
    { 'idempotency-key': key },
  );

test('an idempotency key in upper or lower case finds its cashout in one read, with the same answer as a look-up by id', async () => {
  const key = randomUUID();
  const created = await create(key);
  const { client, sent } = counting();
  const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);
  await other.get(path(key));
  sent.length = 0;

  const found = await other.get(path(key.toUpperCase()));

  expect(found.status).toBe(200);
  expect(found.body).toEqual((await caller.get(`/v3/cashouts/${created.body.id}`)).body);
  expect(sent.slice(0, 1)).toEqual(['BatchGetItemCommand']);
});

test('a search by an unused key, or by the key of another account, finds nothing', async () => {
  const tenant = await openTenant(used.send, { accounts: 2 });
  const two = await openCaller(used.send, tenant);
  const key = randomUUID();
  await two.post(
    '/create-cashout',
    { ...two.source, amount: 10, key: 'fulano@example.com' },
    { 'idempotency-key': key },
  );
  const { pix_key: _, balance: __, ...second } = tenant.accounts[1] as (typeof tenant.accounts)[0];

  const refusal = {
    worked: false,
    detail: 'Transaction not found',
    message: 'Transaction not found',
    data: null,
  };
  expect(await caller.get(path(randomUUID()))).toMatchObject({ status: 400, body: refusal });
  expect(await two.get(path(key, second))).toMatchObject({ status: 400, body: refusal });
  expect((await two.get(path(key, two.source))).status).toBe(200);
});

test('a search in another company’s account is refused with "Account not found"', async () => {
  const stranger = await used.newCaller();
  const key = randomUUID();
  await create(key);

  expect(await stranger.get(path(key))).toMatchObject({
    status: 400,
    body: { message: 'Account not found' },
  });
});

test('a search by idempotency key finds the cashout even if another row has the first id derived from the key', async () => {
  const key = randomUUID();
  const row = await used.stack.deps.cashouts.get((await create(randomUUID())).body.id);
  if (!row) throw new Error('no row');
  await used.stack.deps.cashouts.insert({
    ...row,
    id: keyedCashoutId({ companyId: row.companyId, account: row.account, idempotencyKey: key }, 0),
  });
  const created = await create(key);

  expect((await caller.get(path(key))).body.id).toBe(created.body.id);
});

test.each([
  ['idempotency_key', 'source_account_branch_identifier=0001&source_account_number=1&idempotency_key=x'],
  ['source_account_number', `source_account_branch_identifier=0001&idempotency_key=${randomUUID()}`],
  ['source_account_branch_identifier', `source_account_number=1&idempotency_key=${randomUUID()}`],
])('a search with an invalid %s is refused with 422: %s', async (field, query) => {
  const answer = await caller.get(`/v3/cashouts?${query}`);

  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

describe('the search for a cashout', () => {
  const by = (name: string, value: string, more = '') => `/v3/cashouts?${name}=${value}${more}`;
  const notFound = { status: 400, body: { message: 'Transaction not found' } };
  const foreign = {
    code_transaction: ['PX-0000-0000-0001', 'PX-ZZZZ-ZZZZ-ZZZZ'],
    end_to_end_id: [
      'E9999901020261121150400000000001',
      'E9999901020261121150400zzzzzzzz1',
      'E99999010202611211504ZZZZZZZZZZZ',
    ],
    receipt_code: ['A'.repeat(31), '_'.repeat(31)],
  };
  async function pay(caller: Caller) {
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await takeStep(used.stack.deps, id);
    const { code } = (await caller.get(`/v3/cashouts/${id}/receipt`)).body;
    const row = await used.stack.deps.cashouts.get(id);
    const names = {
      code_transaction: row?.codeTransaction ?? '',
      end_to_end_id: row?.endToEndId ?? '',
      receipt_code: code,
    };
    return { id, names };
  }

  test.each(Object.keys(foreign) as (keyof typeof foreign)[])(
    'the search finds a cashout by its %s, but only for a caller who may see the cashout',
    async (name) => {
      const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
      const { id, names } = await pay(caller);

      expect((await caller.get(by(name, names[name]))).body).toMatchObject({ id });
      expect(await stranger.get(by(name, names[name]))).toMatchObject(notFound);
      for (const other of foreign[name]) expect(await caller.get(by(name, other))).toMatchObject(notFound);
    },
  );

  test('the search finds nothing by an end-to-end id with a different minute or institution', async () => {
    const caller = await used.newCaller();
    const { names } = await pay(caller);
    const id = names.end_to_end_id;

    for (const other of [`E12345678${id.slice(9)}`, `${id.slice(0, 9)}202001010000${id.slice(21)}`])
      expect(await caller.get(by('end_to_end_id', other))).toMatchObject(notFound);
  });

  test('the search finds nothing by the code_transaction of a cashout that is not paid yet', async () => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout', body)).body;

    expect(await caller.get(by('code_transaction', codeTransactionOf(id)))).toMatchObject(notFound);
  });

  test.each([
    ['code_transaction', by('code_transaction', 'px-0000-1a2b-3c4d')],
    ['code_transaction', by('code_transaction', 'PX-0000-1A2B')],
    ['code_transaction', by('code_transaction', 'PX-0000-1A2B-3C4D', '&status=SUCCESS')],
    ['end_to_end_id', by('end_to_end_id', 'D9999901020261121150400000000001')],
    ['end_to_end_id', by('end_to_end_id', 'E9999901020261121150400000000001', '&tag=x')],
    ['receipt_code', by('receipt_code', 'A'.repeat(30))],
    ['recipient_name', by('recipient_name', 'ab')],
  ])('the search is refused for an invalid %s: %s', async (field, path) => {
    const { status, body } = await (await used.newCaller()).get(path);

    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });
});

test('the list of cashouts can be filtered by part of the payee’s name that the list shows', async () => {
  const caller = await used.newCaller();
  const bank = (recipient_name: string) => ({ ...caller.source, amount: 10, ...bankDetails, recipient_name });
  const joao = (await caller.post('/create-cashout-manual', bank('João Conceição'))).body.id;
  await caller.post('/create-cashout-manual', bank('Maria Silva'));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const paid = (await caller.post('/create-cashout-self-approve', body)).body.id;
  const complete = async (id: number) => {
    await takeStep(used.stack.deps, id);
    return (await used.stack.deps.cashouts.get(id)) as Cashout;
  };
  const named = async (name: string) =>
    (await caller.get(`/v3/cashouts?recipient_name=${encodeURIComponent(name)}`)).body.results.map(
      ({ id }: { id: number }) => id,
    );

  expect(await named('CONCEICAO')).toEqual([joao]);
  const { recipient } = await complete(paid);
  const name = recipient?.name?.toUpperCase() ?? '';
  expect(await named(name)).toEqual([paid]);
});
