// POST /sandbox/rules: an account's rules, as its operator would set them.

import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf } from '../support/admin.ts';
import { type Caller, sandbox } from '../support/api.ts';
import { askAbout, noRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

const all = {
  expire_new_after_hours: 48,
  own_approval_up_to: 500,
  approvals: [
    { from: '10000.00', needed: 2 },
    { from: 100_000, needed: 3 },
  ],
  limits: { per_transfer: '5000.00', per_day: 20_000, per_night: 1_000, new_payee: '0.01' },
  payees: 'listed',
  duplicates: { within_hours: 24, action: 'hold' },
  low_balance: '50000',
  reported_money: 'blocked',
};

const set = (caller: Caller, rules: object) =>
  sandbox(used.send, '/sandbox/rules', { ...caller.source, ...rules });
const shown = async (caller: Caller) =>
  (await caller.get(`/v3/accounts/${accountIdOf(caller.tenant)}/rules`)).body;
async function pay(caller: Caller, more: object = {}) {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com', ...more };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  return (await caller.get(`/v3/cashouts/${id}`)).body;
}

test('a request that sets all rules returns all rules, and a request that ends all rules removes them', async () => {
  const caller = await used.newCaller();
  const limit = (amount: number) => ({ amount, next: null });
  const limits = { per_transfer: limit(5_000), per_day: limit(20_000), per_night: limit(1_000) };

  const answer = await set(caller, all);

  expect([answer.status, answer.body]).toEqual([
    200,
    {
      worked: true,
      ...all,
      approvals: [
        { from: 10_000, needed: 2 },
        { from: 100_000, needed: 3 },
      ],
      limits: { ...limits, new_payee: limit(0.01) },
      low_balance: 50_000,
    },
  ]);
  expect(await shown(caller)).toEqual(answer.body);
  const none = Object.fromEntries(Object.keys(all).map((name) => [name, null]));
  const ended = await set(caller, {
    ...none,
    payees: 'any',
    reported_money: 'free',
    limits: { per_transfer: null, per_day: null, per_night: null, new_payee: null },
  });
  expect(ended.body).toEqual({ worked: true, ...noRules });
});

test('rules omitted from a request stay unchanged, and an empty request sets nothing', async () => {
  const caller = await used.newCaller();
  await askAbout(used.stack, caller, 'rule limit', { limit: 'per_day', amount: '20.00' });

  const { body } = await set(caller, { limits: { per_night: 5 }, own_approval_up_to: 0 });

  const limits = {
    ...noRules.limits,
    per_day: { amount: 20, next: null },
    per_night: { amount: 5, next: null },
  };
  expect(body).toEqual({ worked: true, ...noRules, limits, own_approval_up_to: 0 });
  expect((await set(caller, {})).body).toEqual(body);
});

test('a higher limit is valid immediately in the sandbox, and replaces an operator’s increase that is not valid yet', async () => {
  const caller = await used.newCaller();
  await set(caller, { limits: { per_transfer: '5.00' } });
  expect(await pay(caller)).toMatchObject({
    status: 'CANCELLED',
    erro_descriptor: 'Rule: limit per transfer',
  });
  await askAbout(used.stack, caller, 'rule limit', { limit: 'per_transfer', amount: '7.00' });

  const { body } = await set(caller, { limits: { per_transfer: '10.00' } });

  expect(body.limits.per_transfer).toEqual({ amount: 10, next: null });
  expect(await pay(caller)).toMatchObject({ status: 'SUCCESS' });
});

test('after payees are listed by key or owner, only listed payees are paid', async () => {
  const caller = await used.newCaller();
  const listed_payees = [{ key: 'Fulano@example.com' }, { legal_id: '12345678909' }];

  expect((await set(caller, { payees: 'listed', listed_payees })).body.payees).toBe('listed');

  expect(await pay(caller)).toMatchObject({ status: 'SUCCESS' });
  expect(await pay(caller, { key: 'outra@example.com' })).toMatchObject({
    erro_descriptor: 'Rule: payee is not on the list',
  });
  const { payees } = await askAbout(used.stack, caller, 'payee list');
  expect(payees.map(({ at: _, ...payee }: { at: string }) => payee)).toEqual(
    expect.arrayContaining([
      { key: 'fulano@example.com', by: 'sandbox' },
      { legal_id: '12345678909', by: 'sandbox' },
    ]),
  );
});

test('a rules request with an invalid key sets nothing', async () => {
  const caller = await used.newCaller();

  const answer = await set(caller, { payees: 'listed', listed_payees: [{ key: 'nobody' }] });

  expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Pix Key' } });
  expect(await shown(caller)).toEqual({ worked: true, ...noRules });
});
