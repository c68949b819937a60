// The rule low_balance: an event when less than its amount is available after a payout.

import { describe, expect, test } from 'vitest';
import { lowChange } from '../../lib/account/low-balance.ts';
import { cents } from '../../lib/base/money.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
/** A company of the sandbox begins with a balance of 10,000.00. */
async function openRuled(below: string | null): Promise<Caller> {
  const caller = await used.newCaller();
  await setRule(caller, below);
  return caller;
}
const setRule = ({ tenant }: Caller, below: string | null) =>
  openOperator(used.stack).ask('rule low-balance', { account: accountIdOf(tenant), below });
async function pay(caller: Caller, amount: number): Promise<void> {
  const body = { ...caller.source, amount, key: 'fulano@example.com' };
  const { body: created } = await caller.post('/create-cashout-self-approve', body);
  await takeStep(used.stack.deps, created.id);
}
async function toldTo({ tenant }: Caller) {
  const events = await eventsOf(used.stack, tenant);
  return events.filter(({ type }) => type === 'account.low_balance').map(({ body }) => JSON.parse(body).data);
}

describe('the rule low_balance', () => {
  test('one event is sent when the balance falls below the rule’s amount, and no other event until the balance has been restored', async () => {
    const caller = await openRuled('9000.00');
    await pay(caller, 1_000);
    expect(await toldTo(caller)).toEqual([]);
    await pay(caller, 100);
    await pay(caller, 100);

    const first = {
      account_branch_identifier: caller.source.source_account_branch_identifier,
      account_number: caller.source.source_account_number,
      available: 8_900,
      below: 9_000,
    };
    expect(await toldTo(caller)).toEqual([first]);

    await payQrCode(used.stack, caller, { amount: 200 });
    await pay(caller, 1);
    expect(await toldTo(caller)).toEqual([first, { ...first, available: 8_999 }]);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('one event is sent when many payouts settle at the same time', async () => {
    const caller = await openRuled('9500.00');

    await Promise.all(Array.from({ length: 30 }, () => pay(caller, 50)));

    expect(await toldTo(caller)).toHaveLength(1);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('the rule blocks no payout, and sends no event once the rule has ended', async () => {
    const caller = await openRuled('10000.00');
    await pay(caller, 9_000);
    expect(await toldTo(caller)).toHaveLength(1);
    await setRule(caller, null);
    await pay(caller, 500);
    await setRule(caller, '1000.00');
    await pay(caller, 100);

    expect((await toldTo(caller)).map(({ available }) => available)).toEqual([1_000, 400]);
  });

  test('the rule is shown to the company together with its other rules', async () => {
    const caller = await openRuled('50.00');
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;

    expect((await caller.get(`/v3/accounts/${branch}/${number}/rules`)).body.low_balance).toBe(50);
  });
});

test.each([
  ['a balance without a rule neither falls nor rises', {}, 0, undefined],
  ['a low balance rises when the rule has ended', { isLow: true as const }, 0, 'rises'],
  [
    'a balance falls when it is a cent below the amount',
    { rules: { lowBalanceCents: cents(100) } },
    99,
    'falls',
  ],
  [
    'a balance of exactly the amount does not fall',
    { rules: { lowBalanceCents: cents(100) } },
    100,
    undefined,
  ],
  [
    'a low balance that stays below the amount does not fall again',
    { rules: { lowBalanceCents: cents(100) }, isLow: true as const },
    -5,
    undefined,
  ],
  [
    'a low balance rises when it reaches the amount',
    { rules: { lowBalanceCents: cents(100) }, isLow: true as const },
    100,
    'rises',
  ],
])('under the rule low_balance, %s', (_, account, availableCents, change) => {
  expect(lowChange(account, availableCents)).toBe(change);
});
