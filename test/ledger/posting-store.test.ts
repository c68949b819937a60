import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { makeRuntime } from '../../lib/app/runtime.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { cents } from '../../lib/base/money.ts';
import type { Leg } from '../../lib/ledger/legs.ts';
import { type Causes, post } from '../../lib/ledger/posting-store.ts';
import { change } from '../../lib/platform/expression.ts';
import { balanceKey } from '../../lib/platform/keys.ts';
import { openClient } from '../support/clients.ts';
import { countUnits } from '../support/count-units.ts';
import { typicalLeg } from '../support/filled-statement.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** Returns a database whose first transactions fail with a conflict. */
function meeting(conflicts: number) {
  const client = openClient();
  let tries = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!/^TransactWrite/.test(String(context.commandName))) return next(args);
      tries += 1;
      if (tries > conflicts) return next(args);
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'conflict',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    },
    { step: 'initialize', name: 'meet' },
  );
  const { db } = makeRuntime(used.stack.config, { client, pause: async () => {} });
  return { db, tries: () => tries };
}

const credit = (account: AccountRef, amount = 5): Leg => ({
  account,
  entry: { type: 'PIX_CASHIN', direction: 'CREDIT', amountCents: cents(amount) },
  add: { availableCents: amount },
});
const debit = (account: AccountRef, amount = 5): Leg => ({
  account,
  entry: { type: 'PIX_CASHOUT', direction: 'DEBIT', amountCents: cents(amount) },
  add: { availableCents: -amount },
});
const imposed = (account: AccountRef, amount: number): Leg => {
  const leg = debit(account, amount);
  return { ...leg, entry: { ...leg.entry, imposed: true } };
};
const now = () => new Date();

describe('the write cost of a posting’s statement entries', () => {
  const tag = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
  /** Write units: two per kilobyte in a transaction, and one in the index. */
  test.each([
    [1, undefined, 3],
    [1, tag, 3],
    [10, undefined, 3],
    [10, tag, 3],
    [16, undefined, 3],
    [20, undefined, 6],
  ])('the cost for %d entries with the tag %s is %d write units', async (count, tag, writes) => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { client, units } = countUnits();
    const { db } = makeRuntime(used.stack.config, { client, pause: async () => {} });
    const legs = Array.from({ length: count }, () => typicalLeg(account, tag));

    units.take();
    expect(await post(db, now, () => [], legs)).toEqual({ kind: 'ended' });

    expect(units.take().statement).toMatchObject({ writes });
  });
});

describe('a posting that conflicts with a concurrent posting', () => {
  test('the posting is made once, at the twelfth try after eleven conflicts', async () => {
    const { tenant } = await used.newCaller();
    const { db, tries } = meeting(11);

    expect(await post(db, now, () => [], [credit(await balanceOf(used.stack, tenant))])).toEqual({
      kind: 'ended',
    });

    expect(tries()).toBe(12);
    expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ seq: 2, availableCents: 1_000_005 });
  });

  test('the posting fails after twelve conflicts, and nothing is posted', async () => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { db, tries } = meeting(100);

    await expect(post(db, now, () => [], [credit(account)])).rejects.toThrow(
      'too many conflicting writes to account',
    );

    expect(tries()).toBe(12);
    expect(await expectLedgerAddsUp(used.stack, tenant)).toEqual(account);
  });
});

describe('a posting over two accounts', () => {
  const unknown = { branch: '0001', number: '0' };

  test.each(['credited', 'debited'])(
    'a posting with an unknown %s account is refused without a write',
    async (which) => {
      const { tenant } = await used.newCaller();
      const account = await balanceOf(used.stack, tenant);
      const legs =
        which === 'credited' ? [debit(account), credit(unknown)] : [credit(account), debit(unknown)];
      const { db, tries } = meeting(0);

      expect(await post(db, now, () => [], legs)).toEqual({ kind: 'account_closed' });

      expect(tries()).toBe(0);
      expect(await expectLedgerAddsUp(used.stack, tenant)).toEqual(account);
    },
  );
});

describe('an account below zero, after a concurrent posting,', () => {
  /** Returns a database in which another posting is made just before its first transaction. */
  function behind(other: () => Promise<unknown>) {
    const client = openClient();
    let isFirst = true;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (isFirst && /^TransactWrite/.test(String(context.commandName))) {
          isFirst = false;
          await other();
        }
        return next(args);
      },
      { step: 'initialize', name: 'behind' },
    );
    return makeRuntime(used.stack.config, { client, pause: async () => {} }).db;
  }

  test.each([
    ['an account below zero accepts a credit', (account: AccountRef) => credit(account, 7), -10 + 5 + 7],
    [
      'an account below zero is debited by another imposed return',
      (account: AccountRef) => imposed(account, 7),
      -10 + 5 - 7,
    ],
  ])('%s', async (_, legOf, available) => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { db } = makeRuntime(used.stack.config, { client: openClient(), pause: async () => {} });
    await post(db, now, () => [], [imposed(account, account.availableCents + 10)]);

    const late = behind(() => post(db, now, () => [], [credit(account)]));
    expect(await post(late, now, () => [], [legOf(account)])).toEqual({ kind: 'ended' });

    expect(await balanceOf(used.stack, tenant)).toMatchObject({
      seq: 4,
      availableCents: available,
      postedCents: available,
    });
  });
});

describe('an imposed debit on a busy account', () => {
  /** Returns a database in which a hold of one cent is made just before each of the first transactions. */
  function amongHolds(account: AccountRef, holds: number) {
    const client = openClient();
    let tries = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (!/^TransactWrite/.test(String(context.commandName))) return next(args);
        tries += 1;
        if (tries <= holds) await hold(account);
        return next(args);
      },
      { step: 'initialize', name: 'hold' },
    );
    const { db } = makeRuntime(used.stack.config, { client, pause: async () => {} });
    return { db, tries: () => tries };
  }

  async function hold(account: AccountRef): Promise<void> {
    const add = change({ add: { availableCents: -1, heldCents: 1 }, when: 'attribute_exists(#seq)' });
    const { ACCOUNTS_TABLE: TableName } = used.stack.config;
    await openClient().send(new UpdateCommand({ TableName, Key: balanceKey(account), ...add }));
  }

  test('the debit succeeds at the first try if the account has enough money', async () => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { db, tries } = amongHolds(account, 100);

    expect(await post(db, now, () => [], [imposed(account, 5)])).toEqual({ kind: 'ended' });

    expect(tries()).toBe(1);
    expect(await balanceOf(used.stack, tenant)).toMatchObject({ availableCents: 999_994, heldCents: 1 });
  });

  test('the debit is retried until it knows the exact balance if the account falls below zero', async () => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { db, tries } = amongHolds(account, 2);
    const seen: (number | undefined)[] = [];
    const causes: Causes = (_, __, [available]) => {
      seen.push(available);
      return [];
    };

    expect(await post(db, now, causes, [imposed(account, 1_000_000)])).toEqual({ kind: 'ended' });

    expect([tries(), seen]).toEqual([3, [1_000_000, 999_999, 999_998]]);
    expect(await balanceOf(used.stack, tenant)).toMatchObject({ availableCents: -2, heldCents: 2 });
  });
});
