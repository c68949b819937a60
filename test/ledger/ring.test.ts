import { TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { balanceKey } from '../../lib/platform/keys.ts';
import { openCaller, openTenant } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('two hundred transfers in a ring of three accounts, ten at a time, all end and never change the total', {
  tags: 'dear',
}, async () => {
  const tenant = await openTenant(used.send, { accounts: 3, balance: '500.00' });
  const caller = await openCaller(used.send, tenant);
  const sums: number[] = [];
  let watching = true;
  const watch = (async () => {
    while (watching) sums.push(await sumOfAll());
  })();

  const ids: number[] = [];
  for (let round = 0; round < 20; round++) {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) => transfer((round + index) % 3, 1 + index)),
    );
    await Promise.all(made.map((id) => takeStep(used.stack.deps, id)));
    ids.push(...made);
  }
  watching = false;
  await watch;

  const rows = await Promise.all(ids.map((id) => used.stack.deps.cashouts.get(id)));
  expect(new Set(rows.map((row) => row?.status))).toEqual(new Set(['SUCCESS']));
  expect(new Set(sums)).toEqual(new Set([150_000]));
  expect(sums.length).toBeGreaterThan(20);
  for (const index of [0, 1, 2])
    expect((await expectLedgerAddsUp(used.stack, tenant, index)).heldCents).toBe(0);

  async function transfer(from: number, amount: number): Promise<number> {
    const { pix_key: key } = tenant.accounts[(from + 1) % 3] ?? {};
    const { source_account_branch_identifier, source_account_number } = tenant.accounts[from] ?? {};
    const body = { source_account_branch_identifier, source_account_number, amount, key };
    return (await caller.post('/create-cashout-self-approve', body)).body.id as number;
  }

  /** Returns the sum of the available and held amounts of the three accounts, read in one transaction. */
  async function sumOfAll(): Promise<number> {
    const keys = tenant.accounts.map((account) =>
      balanceKey({ branch: account.source_account_branch_identifier, number: account.source_account_number }),
    );
    const TransactItems = keys.map((Key) => ({ Get: { TableName: used.stack.config.ACCOUNTS_TABLE, Key } }));
    const { Responses = [] } = await openClient().send(new TransactGetCommand({ TransactItems }));
    return Responses.reduce((sum, { Item }) => sum + Item?.availableCents + Item?.heldCents, 0);
  }
});
