import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { accountIdOf } from '../../../lib/base/account-ref.ts';
import { takeStep } from '../../../lib/payout/take-step.ts';
import { openBooks } from '../../../operate/drill/books.ts';
import { isWhole } from '../../../operate/drill/report.ts';
import { restoreDrill } from '../../../operate/drill/restore.ts';
import type { Restoring } from '../../../operate/drill/restoring.ts';
import { drilledTables, suffixOf } from '../../../operate/drill/tables.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../../support/api.ts';
import { openClient } from '../../support/clients.ts';
import { balanceOf, expectLedgerAddsUp } from '../../support/ledger.ts';
import { openShelf } from '../../support/shelf.ts';
import { openStack, type Stack } from '../../support/stack.ts';
import { allRows } from '../../support/tables.ts';

const minute = 60_000;

/** Opens an institution with its own clock, and an hour of payments before a second. A test adds later payments. */
async function openBank() {
  let clock = Math.floor(Date.now() / 1_000) * 1_000 - 60 * minute;
  const stack = await openStack({ now: () => new Date(clock) });
  onTestFinished(() => stack.stop());
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send, { accounts: 2 }));
  const pass = (minutes: number) => {
    clock += minutes * minute;
  };
  const shelf = openShelf(stack);
  const paid = await transfer(stack, caller);
  const held = await transfer(stack, caller, 'unknown@sandbox.pix');
  const { body: fresh } = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 7,
    key: 'fulano@example.com',
  });
  pass(10);
  const at = new Date(clock);
  await shelf.remember(at);
  pass(10);
  const said: string[] = [];
  const drill = (restoring: Restoring = shelf, { dry = false, keep = false, second = at } = {}) =>
    restoreDrill(
      { restoring, newClient: openClient, say: (line) => void said.push(line) },
      { stage: stageOf(stack), at: second, dry, keep, pauseMs: 0 },
    );
  return { stack, send, caller, shelf, pass, at, paid, held, fresh: fresh.id as number, said, drill };
}

const stageOf = ({ config }: Stack) => config.ACCOUNTS_TABLE.replace(/^pix-cashout-|-accounts$/g, '');

async function transfer(stack: Stack, caller: Caller, key = 'fulano@example.com'): Promise<number> {
  const { body } = await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, key });
  await takeStep(stack.deps, body.id);
  return body.id;
}

const change = (TableName: string, Key: object, UpdateExpression: string, values: object, names?: object) =>
  openClient().send(
    new UpdateCommand({
      TableName,
      Key: { ...Key },
      UpdateExpression,
      ExpressionAttributeValues: { ...values },
      ...(names ? { ExpressionAttributeNames: { ...names } } : {}),
    }),
  );

test('the drill checks the books as of the restored second, lists later changes, and leaves the live tables unchanged', async () => {
  const { stack, caller, shelf, fresh, held, drill, said } = await openBank();
  await caller.post('/approve-cashout', { id: fresh });
  await takeStep(stack.deps, fresh);
  const later = await transfer(stack, caller);
  const before = await allRows(stack);

  const findings = await drill();

  const account = accountIdOf(await balanceOf(stack, caller.tenant));
  expect(findings).toMatchObject({
    // The entries are of two opening credits and one transfer. The other transfer has a hold.
    books: { accounts: 2, entries: 3, holds: 1, busy: 0, suspected: 0, complete: true },
    differences: [],
    cashouts: {
      compared: 3,
      created: { SUCCESS: { count: 1, cents: 1_000 } },
      moved: { 'NEW to SUCCESS': { count: 1, cents: 700 } },
      wouldBeSentAgain: { count: 0, cents: 0 },
      unknownToCopy: { count: 2, cents: 1_700 },
      wrong: [],
    },
    entries: {
      accounts: 2,
      opened: 0,
      moved: [{ account, entries: 2, creditCents: 0, debitCents: 1_700, byType: { PIX_CASHOUT: -1_700 } }],
      wrong: [],
    },
  });
  expect(findings && isWhole(findings)).toBe(true);
  expect(await allRows(stack)).toEqual(before);
  expect(shelf.removed.sort()).toEqual(shelf.restored.sort());
  expect(shelf.restored).toHaveLength(drilledTables(stack.service).length);
  expect(said).toContain('    they are whole');
  expect(said.at(-1)).toMatch(
    /^\nAll of it took \d+ s\. The books at that second are consistent, and have not been changed since\.$/,
  );
  expect([later, held].every((id) => Number.isSafeInteger(id))).toBe(true);
});

test('the drill lists a payment that was open at the restored second, has ended since, and would be sent again', async () => {
  const { stack, held, drill } = await openBank();
  const now = await stack.deps.cashouts.get(held);
  await change(
    stack.config.CASHOUTS_TABLE,
    { id: held },
    'SET #status = :ended, endedAt = :at',
    {
      ':ended': 'ERROR',
      ':at': now?.createdAt,
    },
    { '#status': 'status' },
  );

  const findings = await drill();

  expect(findings?.cashouts).toMatchObject({
    moved: { 'PROCESSING to ERROR': { count: 1, cents: 1_000 } },
    wouldBeSentAgain: { count: 1, cents: 1_000 },
  });
});

test('the drill lists older rows that changed later: an amount, a reverted status, a balance', async () => {
  const { stack, caller, paid, fresh, drill } = await openBank();
  const cashouts = stack.config.CASHOUTS_TABLE;
  await change(
    cashouts,
    { id: fresh },
    'SET #request.amountCents = :more',
    { ':more': 70_000 },
    { '#request': 'request' },
  );
  await change(
    cashouts,
    { id: paid },
    'SET #status = :back',
    { ':back': 'PROCESSING' },
    { '#status': 'status' },
  );
  const { branch, number } = await balanceOf(stack, caller.tenant);
  await change(
    stack.config.ACCOUNTS_TABLE,
    { pk: `ACCOUNT#${branch}#${number}`, sk: 'BALANCE' },
    'SET postedCents = postedCents + :one',
    { ':one': 1 },
  );

  const findings = await drill();

  expect(findings?.cashouts.wrong.sort((one, other) => one.what.length - other.what.length)).toEqual(
    expect.arrayContaining([
      { id: fresh, what: ['request'] },
      { id: paid, what: ['status (SUCCESS, now PROCESSING)'] },
    ]),
  );
  expect(findings?.entries.wrong).toEqual([
    {
      account: accountIdOf({ branch, number }),
      what: expect.stringMatching(/^the balance row says \d+ cents/),
    },
  ]);
  // The restored copy itself matches the books of that time.
  expect(findings?.differences).toEqual([]);
  expect(findings && isWhole(findings)).toBe(false);
});

test('the drill reports a restored copy as broken if it does not add up although nothing moved at the restored second', async () => {
  const { stack, caller, shelf, at, drill, said } = await openBank();
  const { branch, number } = await balanceOf(stack, caller.tenant);
  const balance = shelf
    .rowsAt(stack.config.ACCOUNTS_TABLE, at)
    .find(({ pk, sk }) => pk === `ACCOUNT#${branch}#${number}` && sk === 'BALANCE');
  Object.assign(balance ?? {}, { postedCents: Number(balance?.postedCents) + 5 });

  const findings = await drill();

  expect(findings?.differences).toMatchObject([{ kind: 'balance', class: 'broken' }]);
  expect(said).toContain('    BROKEN: nothing moved there, and it does not add up:');
  expect(findings && isWhole(findings)).toBe(false);
});

test('a single drill run reports a hold as torn if the copy has the hold and the end of its cashout', async () => {
  const { stack, held, shelf, at, drill } = await openBank();
  const row = shelf.rowsAt(stack.config.CASHOUTS_TABLE, at).find(({ id }) => id === held) ?? {};
  Object.assign(row, { status: 'ERROR', endedAt: at.toISOString() });
  for (const name of ['openAccount', 'dueAt']) delete row[name];

  const findings = await drill();

  expect(findings?.differences).toMatchObject([{ kind: 'held_without_work', class: 'torn' }]);
});

test('the drill reports a transaction as torn if the restored second splits it', async () => {
  const { stack, caller, shelf, pass, drill, said } = await openBank();
  const cut = await stack.deps.now();
  await shelf.remember(cut);
  await transfer(stack, caller);
  const account = await balanceOf(stack, caller.tenant);
  // The balance row already includes the payment, but the entry and the cashout are not written yet.
  const rows = shelf.rowsAt(stack.config.ACCOUNTS_TABLE, cut);
  const pk = `ACCOUNT#${account.branch}#${account.number}`;
  Object.assign(rows.find((row) => row.pk === pk && row.sk === 'BALANCE') ?? {}, account);
  pass(10);

  const findings = await drill(shelf, { second: cut });

  expect(findings?.differences).toMatchObject([{ kind: 'sequence', class: 'torn' }]);
  expect(said).toContain('    Restore a second or two earlier or later, when they did not move:');
  await expectLedgerAddsUp(stack, caller.tenant);
});

test('a repeated drill continues with the restored copies of a failed drill', async () => {
  const { shelf, drill } = await openBank();
  let left = 3;
  const failing: Restoring = {
    ...shelf,
    restore: async (...args) => {
      left -= 1;
      if (left < 0) throw new Error('the connection is gone');
      await shelf.restore(...args);
    },
  };
  await expect(drill(failing)).rejects.toThrow('the connection is gone');
  const findings = await drill();

  expect(findings && isWhole(findings)).toBe(true);
  expect(new Set(shelf.restored).size).toBe(shelf.restored.length);
});

test('a dry drill restores nothing, and refuses a second outside the recovery windows', async () => {
  const { shelf, drill, at, said } = await openBank();

  expect(await drill(shelf, { dry: true })).toBeUndefined();
  await expect(drill(shelf, { second: new Date(at.getTime() + 1_000) })).rejects.toThrow(
    'is not within that time.',
  );

  expect(shelf.restored).toEqual([]);
  expect(said.filter((line) => line.endsWith(suffixOf(at))).length).toBeGreaterThan(0);
});

test('a drill cannot write to a live table', async () => {
  const { stack } = await openBank();
  const books = await openBooks(stack.service, openClient());
  const put = new PutCommand({ TableName: stack.config.MARKERS_TABLE, Item: { id: 'drill' } });

  await expect(books.db.client.send(put)).rejects.toThrow(
    'a drill writes to no present table: PutItemCommand',
  );
  await expect(books.directory.writePosition({ shard: '00', after: '' })).rejects.toThrow(
    'a drill writes to no present table',
  );
});
