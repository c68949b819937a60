import { expect, test } from 'vitest';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { noRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

type Entry = { action: string; state: string; by: string; details: object };

const used = useStack();

test('a new account has no rules', async () => {
  const caller = await used.newCaller();

  const answer = await caller.get(`/v3/accounts/${accountIdOf(caller.tenant)}/rules`);

  expect([answer.status, answer.body]).toEqual([200, { worked: true, ...noRules }]);
});

test('a rule set by an operator is shown to callers and operators until the rule ends', async () => {
  const [caller, operator] = [await used.newCaller(), openOperator(used.stack)];
  const account = accountIdOf(caller.tenant);
  const path = `/v3/accounts/${account}/rules`;
  const rules = { ...noRules, expire_new_after_hours: 48 };

  expect(await operator.ask('rule expiry', { account, hours: 48 })).toEqual({
    worked: true,
    account,
    ...rules,
  });
  expect((await caller.get(path)).body).toEqual({ worked: true, ...rules });
  expect(await operator.ask('rule show', { account })).toEqual({ worked: true, account, ...rules });
  await operator.ask('rule expiry', { account, hours: null });
  expect((await caller.get(path)).body).toEqual({ worked: true, ...noRules });
  const { entries } = await operator.ask('audit show', { subject: { kind: 'account', id: account } });
  const done = (entries as Entry[]).filter(
    ({ action, state }) => action === 'rule expiry' && state === 'done',
  );
  expect(done.map(({ by, details }) => [by, details])).toEqual([
    ['ana', { account, hours: null }],
    ['ana', { account, hours: 48 }],
  ]);
});

test('the audit of a rule shows its amounts in reais', async () => {
  const [caller, operator] = [await used.newCaller(), openOperator(used.stack)];
  const account = accountIdOf(caller.tenant);
  const asked: Record<string, object> = {
    'rule low-balance': { below: '500.00' },
    'rule approvals': { bands: [{ from: '100.50', needed: 2 }] },
    'rule limit': { limit: 'per_day', amount: null },
    'rule own-approval': { up_to: '0.01' },
  };
  for (const [action, rule] of Object.entries(asked)) await operator.ask(action, { account, ...rule });

  const { entries } = await operator.ask('audit show', { subject: { kind: 'account', id: account } });

  const done = (entries as Entry[]).filter(({ action, state }) => action in asked && state === 'done');
  expect(done.map(({ details }) => details).reverse()).toEqual([
    { account, below: '500.00' },
    { account, bands: [{ from: '100.50', needed: 2 }] },
    { account, limit: 'per_day', amount: null },
    { account, up_to: '0.01' },
  ]);
});

test.each([
  [0, 'must be at least 1'],
  [8_761, 'must be at most 8760'],
  [1.5, 'must be a whole number'],
])('a rule of expiry after %s hours is refused', async (hours, message) => {
  const [caller, operator] = [await used.newCaller(), openOperator(used.stack)];

  const answer = await operator.ask('rule expiry', { account: accountIdOf(caller.tenant), hours });

  expect(answer).toMatchObject({ worked: false, errors: [{ field: 'hours', message }] });
});

test('if operators set the same rule concurrently, all commands succeed and one of the values is stored', async () => {
  const caller = await used.newCaller();
  const account = accountIdOf(caller.tenant);
  const asked = [12, 24, 36, 48].map((hours) =>
    openOperator(used.stack).ask('rule expiry', { account, hours }),
  );

  const answers = await Promise.all(asked);

  const { body } = await caller.get(`/v3/accounts/${account}/rules`);
  expect(answers.map(({ worked }) => worked)).toEqual([true, true, true, true]);
  expect([12, 24, 36, 48]).toContain(body.expire_new_after_hours);
});
