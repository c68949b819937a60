import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeTransfer } from '../../lib/cashout/complete-transfer.ts';
import { keyedCashoutId } from '../../lib/cashout/idempotency.ts';
import { codeTransactionOf } from '../../lib/cashout/receipt.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
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

test('a key finds its transaction in either case, as the look-up by id shows it, in one read', async () => {
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

test('a key that never made one, or made one on another account, is not found', async () => {
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

test("another company's account and key are an unknown account", async () => {
  const stranger = await used.newCaller();
  const key = randomUUID();
  await create(key);

  expect(await stranger.get(path(key))).toMatchObject({
    status: 400,
    body: { message: 'Account not found' },
  });
});

test('a key whose first id another row holds is found at its next probe', async () => {
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
])('a wrong query is refused with 422 naming %s: %s', async (field, query) => {
  const answer = await caller.get(`/v3/cashouts?${query}`);

  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

describe('a code_transaction', () => {
  const byCode = (code: string, more = '') => `/v3/cashouts?code_transaction=${code}${more}`;
  const notFound = { status: 400, body: { message: 'Transaction not found' } };

  test('finds the paid cashout that has it, for whoever may see it', async () => {
    const { stack } = used;
    const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await completeTransfer(stack.deps, id);
    const { code_transaction: code } = (await caller.get(`/v3/cashouts/${id}`)).body;

    expect((await caller.get(byCode(code))).body).toMatchObject({ id, code_transaction: code });
    expect(await stranger.get(byCode(code))).toMatchObject(notFound);
    expect(await caller.get(byCode('PX-0000-0000-0001'))).toMatchObject(notFound);
    expect(await caller.get(byCode('PX-ZZZZ-ZZZZ-ZZZZ'))).toMatchObject(notFound);
  });

  test('is nobody’s while the cashout is not paid', async () => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout', body)).body;

    expect(await caller.get(byCode(codeTransactionOf(id)))).toMatchObject(notFound);
  });

  test.each([
    ['code_transaction', byCode('px-0000-1a2b-3c4d')],
    ['code_transaction', byCode('PX-0000-1A2B')],
    ['code_transaction', byCode('PX-0000-1A2B-3C4D', '&status=SUCCESS')],
  ])('is refused naming %s: %s', async (field, path) => {
    const { status, body } = await (await used.newCaller()).get(path);

    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });
});
