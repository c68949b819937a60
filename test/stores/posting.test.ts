import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { AccountRef } from '../../lib/cashout.ts';
import { makeGround } from '../../lib/ground.ts';
import { cents } from '../../lib/money.ts';
import { type Leg, post } from '../../lib/stores/posting.ts';
import { openClient } from '../support/clients.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** A door whose first transactions, so many of them, meet another one. */
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
  const { door } = makeGround(used.stack.config, { client, pause: async () => {} });
  return { door, tries: () => tries };
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
const now = () => new Date();

describe('a posting that meets another', () => {
  test('eleven times is done at the twelfth, once', async () => {
    const { tenant } = await used.newCaller();
    const { door, tries } = meeting(11);

    expect(await post(door, now, () => [], [credit(await balanceOf(used.stack, tenant))])).toEqual({
      kind: 'ended',
    });

    expect(tries()).toBe(12);
    expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ seq: 2, availableCents: 1_000_005 });
  });

  test('every time is given up after twelve tries, and nothing is posted', async () => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const { door, tries } = meeting(100);

    await expect(post(door, now, () => [], [credit(account)])).rejects.toThrow('account too busy to post');

    expect(tries()).toBe(12);
    expect(await expectLedgerAddsUp(used.stack, tenant)).toEqual(account);
  });
});

describe('a posting over two accounts', () => {
  const unknown = { branch: '0001', number: '0' };

  test.each(['credited', 'debited'])('of which the %s one is not there is not tried', async (which) => {
    const { tenant } = await used.newCaller();
    const account = await balanceOf(used.stack, tenant);
    const legs = which === 'credited' ? [debit(account), credit(unknown)] : [credit(account), debit(unknown)];
    const { door, tries } = meeting(0);

    expect(await post(door, now, () => [], legs)).toEqual({ kind: 'account_closed' });

    expect(tries()).toBe(0);
    expect(await expectLedgerAddsUp(used.stack, tenant)).toEqual(account);
  });
});
