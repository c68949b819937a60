import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  openCaller,
  openTenant,
  sandbox,
  sendInProcess,
  sourceOf,
  statementPath,
  type Tenant,
} from '../support/api.ts';
import { losingAnswers } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

async function newCashout(by = caller, account = by.source): Promise<number> {
  const created = await by.post('/create-cashout', { ...account, amount: 10, key: 'fulano@example.com' });
  return created.body.id as number;
}

test('twenty concurrent approvals of one cashout give one 200 and nineteen 400s', async () => {
  const id = await newCashout();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => caller.post('/approve-cashout', { id })),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(19);
  expect(new Set(refused.map((answer) => answer.body.message))).toEqual(
    new Set(['Transaction in wrong status']),
  );
});

test.each(['/approve-cashout', '/approve-cashout-manual'])(
  'a web client approves by %s with a signature, like any other client',
  async (path) => {
    const rights = { audience: 'web', permissions: ['APPROVE'] };
    const approver = await openColleague(used.stack, caller.tenant, rights);
    const id = await newCashout();

    const unsigned = await approver.post(path, { id }, { hmac: '' });
    const approved = await approver.post(path, { id });

    expect(unsigned).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(approved).toMatchObject({ status: 200, body: { id, status: 'PROCESSING' } });
  },
);

test('a policy on one account does not allow the approval of a cashout of the company’s other account', async () => {
  const tenant = await openTenant(used.send, { accounts: 2 });
  const owner = await openCaller(used.send, tenant);
  const approver = await openCaller(used.send, await clientOf(tenant, ['APPROVE'], [sourceOf(tenant, 0)]));
  const onFirst = await newCashout(owner, sourceOf(tenant, 0));
  const onSecond = await newCashout(owner, sourceOf(tenant, 1));

  const foreign = await approver.post('/approve-cashout', { id: onSecond });
  const own = await approver.post('/approve-cashout', { id: onFirst });

  expect(foreign).toMatchObject({ status: 400, body: { message: 'Transaction not found' } });
  expect((await owner.get(`/v3/cashouts/${onSecond}`)).body.status).toBe('NEW');
  expect(own).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
});

test('a policy that names another company’s account gives no right on that account', async () => {
  const other = await used.newCaller();
  const id = await newCashout(other);
  const { source_account_branch_identifier: branch, source_account_number: number } = other.source;
  const { user_id: userId, company_id: companyId } = caller.tenant;
  const policy = { userId, companyId, branch, number, permissions: ['CREATE', 'APPROVE'], active: true };
  await used.stack.deps.companies.insertClient({
    client: { clientId: 'stray' },
    user: { userId: 'stray' },
    policies: [policy],
  } as unknown as Parameters<typeof used.stack.deps.companies.insertClient>[0]);

  const answers = [
    await caller.post('/approve-cashout', { id }),
    await caller.get(`/v3/cashouts/${id}`),
    await caller.post('/create-cashout', { ...other.source, amount: 10, key: 'fulano@example.com' }),
    await caller.get(statementPath(other.source)),
  ];

  expect(answers.map(({ body }) => body.message)).toEqual([
    'Transaction not found',
    'Transaction not found',
    'Account not found',
    'Account not found',
  ]);
});

describe('when the answer to the database update is lost,', () => {
  test('the approver gets the answer that the approval succeeded', async () => {
    const id = await newCashout();
    const { client, lost } = losingAnswers('UpdateItem');
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    const answer = await other.post('/approve-cashout', { id });

    expect(lost()).toBe(1);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'PROCESSING' } });
  });

  test('the approver gets the approved row, even if a worker has already processed the cashout further', async () => {
    const id = await newCashout();
    const { takeStep } = await import('../../lib/payout/take-step.ts');
    const meanwhile = () => used.stack.apart(() => takeStep(used.stack.deps, id));
    const { client } = losingAnswers('UpdateItem', { meanwhile });
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    const answer = await other.post('/approve-cashout', { id });

    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'PROCESSING', recipient_name: null, code_transaction: null },
    });
    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('SUCCESS');
  });

  test('a second approval of the cashout is refused', async () => {
    const id = await newCashout();
    await caller.post('/approve-cashout', { id });
    const other = await openCaller(
      sendInProcess(used.stack, used.stack.with(losingAnswers('UpdateItem'))),
      caller.tenant,
    );

    expect((await other.post('/approve-cashout', { id })).status).toBe(400);
  });
});

test.each([
  ['a fraction', '1.5'],
  ['negative', '-1'],
  ['zero', '0'],
  ['a string', '"12"'],
  ['true', 'true'],
  ['a list', '[1]'],
  ['null', 'null'],
  ['too large for an exact number', '9007199254740993'],
  ['in exponential notation', '1e21'],
])('an approval with an id that is %s is refused with 422', async (_, id) => {
  const { signed } = await import('../support/api.ts');
  const text = `{"id":${id}}`;
  const headers = { authorization: `Bearer ${caller.token}`, hmac: signed(caller.tenant.hmac_secret, text) };

  const answer = await used.send({ method: 'POST', path: '/approve-cashout', headers, body: text });

  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ field: 'id', message: 'must be a positive integer' }]);
});

test('an approval ignores all body fields except the id', async () => {
  const id = await newCashout();

  const answer = await caller.post('/approve-cashout', { id, amount: 1 });

  expect(answer.body.amount).toBe(10);
});

async function clientOf(tenant: Tenant, permissions: string[], accounts: object[]): Promise<Tenant> {
  const { company_id } = tenant;
  return (await sandbox(used.send, '/sandbox/clients', { company_id, permissions, accounts })).body as Tenant;
}
