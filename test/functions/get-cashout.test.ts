import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

test('a look-up returns the answer of the create, with null for missing values', async () => {
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: '+5511987654321',
  });

  const found = await caller.get(`/v3/cashouts/${created.body.id}`);

  expect(found.status).toBe(200);
  expect(found.body).toEqual({
    ...created.body,
    tag: null,
    erro_descriptor: null,
    new_erro_descriptor: null,
  });
});

test.each(['abc', '0', '-1', '1.5', '1e3', '9007199254740993', '%20', '%00'])(
  'a look-up of a cashout with the id %s is refused with 422',
  async (id) => {
    const answer = await caller.get(`/v3/cashouts/${id}`);

    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'id', message: 'must be a positive integer' }] },
    });
  },
);

test('a look-up finds the cashout even if the caller’s policies fill many table pages', async () => {
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const userId = caller.tenant.user_id;
  const filler = {
    userId,
    companyId: caller.tenant.company_id,
    permissions: [],
    active: false,
    padding: 'x'.repeat(300_000),
  };
  const policies = Array.from({ length: 4 }, (_, index) => ({
    ...filler,
    branch: '0000',
    number: String(index),
  }));
  for (const policy of policies) {
    await used.stack.deps.companies.insertClient({
      client: { clientId: `filler-${policy.number}` },
      user: { userId: `filler-${policy.number}` },
      policies: [policy],
    } as unknown as Parameters<typeof used.stack.deps.companies.insertClient>[0]);
  }

  expect((await caller.get(`/v3/cashouts/${created.body.id}`)).status).toBe(200);
  expect(await used.stack.deps.accounts.listPolicies(userId)).toHaveLength(5);
});
