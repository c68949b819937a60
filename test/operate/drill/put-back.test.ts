// The tables are restored to an earlier second, while the network remembers all payments since then.

import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { takeStep } from '../../../lib/payout/take-step.ts';
import { restoreDrill } from '../../../operate/drill/restore.ts';
import { drilledTables } from '../../../operate/drill/tables.ts';
import { openCaller, openTenant, sendInProcess } from '../../support/api.ts';
import { openClient } from '../../support/clients.ts';
import { paymentOf } from '../../support/ledger.ts';
import { openShelf, type Shelf } from '../../support/shelf.ts';
import { openStack, type Stack } from '../../support/stack.ts';

const minute = 60_000;
const order = '6f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f';
const ten = { amount: 10, key: 'fulano@example.com' };

/** Makes four payments after a second, and restores the tables to that second. */
async function openPutBack() {
  let clock = Math.floor(Date.now() / 1_000) * 1_000 - 30 * minute;
  const stack = await openStack({ now: () => new Date(clock) });
  onTestFinished(() => stack.stop());
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send));
  const complete = (id: number) => takeStep(stack.deps, id);
  const shelf = openShelf(stack);

  const create = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
    (await caller.post(path, { ...caller.source, ...ten }, headers)).body.id;
  const waiting = await create('/create-cashout-self-approve');
  const fresh = await create('/create-cashout');
  clock += 5 * minute;
  const at = new Date(clock);
  await shelf.remember(at);
  clock += 5 * minute;
  await complete(waiting);
  await caller.post('/approve-cashout', { id: fresh });
  await complete(fresh);
  const keyed = await create('/create-cashout-self-approve', { 'idempotency-key': order });
  await complete(keyed);
  const keyless = await create('/create-cashout-self-approve');
  await complete(keyless);
  const stage = stack.config.ACCOUNTS_TABLE.replace(/^pix-cashout-|-accounts$/g, '');
  const findings = await restoreDrill(
    { restoring: shelf, newClient: openClient, say: () => {} },
    { stage, at, dry: false, keep: false, pauseMs: 0 },
  );
  await putBack(stack, shelf, at);
  return { stack, caller, create, complete, waiting, fresh, keyed, keyless, findings };
}

async function putBack(stack: Stack, shelf: Shelf, at: Date): Promise<void> {
  const client = openClient();
  for (const { id, name: TableName } of drilledTables(stack.service)) {
    const { KeySchema } = stack.service.resources.Resources[id]?.Properties ?? {};
    const names = (KeySchema as { AttributeName: string }[]).map(({ AttributeName }) => AttributeName);
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    for (const row of Items) {
      const Key = Object.fromEntries(names.map((name) => [name, row[name]]));
      await client.send(new DeleteCommand({ TableName, Key }));
    }
    for (const Item of shelf.rowsAt(TableName, at)) await client.send(new PutCommand({ TableName, Item }));
  }
}

async function payments({ config }: Stack): Promise<string[]> {
  const TableName = config.SANDBOX_NETWORK_TABLE;
  const { Items = [] } = await openClient().send(new ScanCommand({ TableName }));
  return Items.map(({ reference }) => String(reference)).sort();
}

test('after a restore an open cashout is paid once, and so is a cashout whose approval or key is repeated', async () => {
  const { stack, caller, create, complete, waiting, fresh, keyed, keyless } = await openPutBack();
  const paid = await payments(stack);
  expect(paid).toEqual([waiting, fresh, keyed, keyless].map(String).sort());
  const first = await paymentOf(stack, keyed);

  await complete(waiting);
  await caller.post('/approve-cashout', { id: fresh });
  await complete(fresh);
  // An id is derived from company, account and key, so the same key is the same payment at the network.
  expect(await create('/create-cashout-self-approve', { 'idempotency-key': order })).toBe(keyed);
  await complete(keyed);

  expect(await payments(stack)).toEqual(paid);
  expect(await paymentOf(stack, keyed)).toEqual(first);
  for (const id of [waiting, fresh, keyed])
    expect(await stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
});

test('after a restore a repeated payment without a key would be paid twice, so creates stay closed', async () => {
  const { stack, create, complete, keyless, findings } = await openPutBack();
  const paid = await payments(stack);

  // The drill has counted the cashouts approved or created since.
  expect(findings?.cashouts.unknownToCopy).toEqual({ count: 3, cents: 3_000 });
  expect(findings?.cashouts.wouldBeSentAgain).toEqual({ count: 1, cents: 1_000 });
  const again = await create('/create-cashout-self-approve');
  await complete(again);

  expect(again).not.toBe(keyless);
  expect(await payments(stack)).toEqual([...paid, String(again)].sort());
});

test('a repeated key with a different amount is not paid again, but the books may then have the different amount', async () => {
  const { stack, caller, complete, keyed } = await openPutBack();
  const paid = await payments(stack);

  const { status, body } = await caller.post(
    '/create-cashout-self-approve',
    { ...caller.source, ...ten, amount: 11 },
    { 'idempotency-key': order },
  );
  await complete(keyed);

  // The row that would have caused a 409 does not exist.
  expect([status, body.id]).toEqual([200, keyed]);
  expect(await payments(stack)).toEqual(paid);
  expect(await paymentOf(stack, keyed)).toMatchObject({ amountCents: 1_000 });
  // The sandbox does not compare amounts. The answer of a PSP has the paid amount (test/psp/dynamic-codes.test.ts).
  const { status: ended, request } = (await stack.deps.cashouts.get(keyed)) ?? {};
  expect([ended, request?.amountCents]).toEqual(['SUCCESS', 1_100]);
});
