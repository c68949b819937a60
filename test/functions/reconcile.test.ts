import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { makeHandler } from '../../functions/reconcile.ts';
import type { Account } from '../../lib/account/account.ts';
import type { Deps } from '../../lib/app/deps.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { cents } from '../../lib/base/money.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import { type EntryItem, entryItems } from '../../lib/ledger/entry-item.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { directoryKey, directoryShards, watchKey } from '../../lib/platform/keys.ts';
import type { Reconciliation } from '../../lib/reconciliation/reconcile.ts';
import { openingCheckpoint } from '../../lib/reconciliation/reconciliation.ts';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { openClient } from '../support/clients.ts';
import { countUnits } from '../support/count-units.ts';
import { balanceOf } from '../support/ledger.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';

const clean = { touched: 0, entries: 0, holds: 0, busy: 0, suspected: 0, failed: 0, complete: true };

/** Opens a separate stack without triggers, whose waits take no time. */
async function openBank(tenant: object = {}) {
  const stack = await openStack();
  onTestFinished(() => stack.stop());
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send, tenant));
  const deps = stack.with({ pause: async () => {} });
  const run = (using: Deps = deps) => stack.invoke('reconcile', {}, using) as Promise<Reconciliation>;
  const later = stack.with({ now: () => new Date(Date.now() + 15 * 60_000), pause: async () => {} });
  return { stack, send, caller, deps, run, later };
}

/** Makes a transfer to a key of the sandbox. A transfer to `unknown@sandbox.pix` keeps its hold until a verdict is sent. */
async function transfer(stack: Stack, caller: Caller, key = 'fulano@example.com'): Promise<number> {
  const { body } = await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, key });
  await takeStep(stack.deps, body.id);
  return body.id;
}

/** Changes a balance row directly, without the ledger's checks. */
async function tamper(stack: Stack, { branch, number }: Account, change: string, values: object) {
  await openClient().send(
    new UpdateCommand({
      TableName: stack.config.ACCOUNTS_TABLE,
      Key: { pk: `ACCOUNT#${branch}#${number}`, sk: 'BALANCE' },
      UpdateExpression: change,
      ExpressionAttributeValues: { ...values },
    }),
  );
}

async function entriesOf(stack: Stack, account: Account) {
  return stack.deps.statement.listAfter(account, { at: '', id: 0 }, 1_000);
}

/** Returns the item that has only this entry. */
const itemOf = (account: Account, entry: Entry) => entryItems(account, [entry])[0] as EntryItem;

async function ledgerIncidents(stack: Stack) {
  const { INCIDENTS_TABLE = [] } = await allRows(stack);
  return INCIDENTS_TABLE.filter((row) => (row as { kind: string }).kind === 'ledger_difference');
}

const errorsOf = ({ lines }: Stack) => lines.filter((line) => line.includes('"message":"ledger difference"'));
const withoutDirectory = ({ ACCOUNTS_TABLE = [], ...others }: Record<string, object[]>) => ({
  ...others,
  ACCOUNTS_TABLE: ACCOUNTS_TABLE.filter((row) => !(row as { pk: string }).pk.startsWith('DIRECTORY')),
});

test('the reconciliation of consistent books finds no difference, and writes only its checkpoints', async () => {
  const { stack, caller, run } = await openBank({ accounts: 3 });
  await transfer(stack, caller);
  await transfer(stack, caller, 'am04@sandbox.pix');
  await transfer(stack, caller, 'unknown@sandbox.pix');
  const { qr_code_id } = await payQrCode(stack, caller, { payer: { name: 'unknown@sandbox.pix' } });
  await chargeBack(caller, qr_code_id, 40);
  const before = withoutDirectory(await allRows(stack));

  const report = await run();

  // There are the opening credits, one transfer and one payment. A transfer and a chargeback without an answer hold money.
  expect(report).toEqual({ ...clean, accounts: 3, touched: 3, entries: 5, holds: 1, differences: [] });
  expect(withoutDirectory(await allRows(stack))).toEqual(before);
  expect(errorsOf(stack)).toEqual([]);
  expect(
    stack.lines.filter((line) => line.includes('accounts reconciled')).map((line) => JSON.parse(line)),
  ).toEqual([
    {
      level: 'info',
      message: 'accounts reconciled',
      accounts: 3,
      touched: 3,
      entries: 5,
      holds: 1,
      busy: 0,
      suspected: 0,
      failed: 0,
      differences: 0,
      outcome: 'complete',
    },
  ]);
});

test('a second reconciliation reads only new entries', async () => {
  const { stack, caller, run } = await openBank({ accounts: 20 });
  const { client, units } = countUnits();
  const counted = stack.with({ client, pause: async () => {} });
  for (let count = 0; count < 5; count++) await transfer(stack, caller);

  const first = await run(counted);
  units.take();
  const second = await run(counted);
  const secondUnits = units.take();
  await transfer(stack, caller);
  const third = await run(counted);
  const thirdUnits = units.take();

  expect(first).toEqual({ ...clean, accounts: 20, touched: 20, entries: 25, differences: [] });
  expect(second).toEqual({ ...clean, accounts: 20, differences: [] });
  expect(third).toEqual({ ...clean, accounts: 20, touched: 1, entries: 1, differences: [] });
  // One unit for each balance row, the directory's shards, the rows with an unrecorded event, and the run's position.
  expect(secondUnits.statement).toBeUndefined();
  expect(secondUnits.accounts?.writes).toBe(1);
  expect(thirdUnits.statement).toEqual({ calls: 1, reads: 1, writes: 0 });
  expect(thirdUnits.accounts?.writes).toBe(2);
});

test.each([
  ['posted', 'SET postedCents = postedCents + :one, availableCents = availableCents + :one', 'balance'],
  ['available', 'SET availableCents = availableCents + :one', 'balance'],
  ['sequence', 'SET seq = seq + :one', 'sequence'],
])(
  'a balance row with a changed %s is reported by each run under one incident, but not repaired',
  async (_, change, kind) => {
    const { stack, caller, run } = await openBank();
    await transfer(stack, caller);
    await run();
    await tamper(stack, await balanceOf(stack, caller.tenant), change, { ':one': 1 });
    const before = withoutDirectory(await allRows(stack));

    const reports = [await run(), await run()];

    const { branch, number } = await balanceOf(stack, caller.tenant);
    const found = {
      incidentId: expect.any(String),
      account: { branch, number },
      kind,
      details: expect.any(String),
    };
    for (const { differences } of reports) expect(differences).toEqual([found]);
    const incidents = await ledgerIncidents(stack);
    expect(incidents).toEqual([
      {
        id: reports[0]?.differences[0]?.incidentId,
        at: expect.any(String),
        attempt: expect.any(String),
        kind: 'ledger_difference',
        account: { branch, number },
        details: expect.stringMatching(`^${kind}: `),
      },
    ]);
    expect(withoutDirectory(await allRows(stack))).toEqual({ ...before, INCIDENTS_TABLE: incidents });
    // The alarm lasts as long as the difference.
    expect(errorsOf(stack).map((line) => JSON.parse(line))).toEqual(
      reports.map(({ differences }) => ({
        level: 'error',
        message: 'ledger difference',
        incidentId: differences[0]?.incidentId,
        difference: kind,
        errorName: 'undefined',
      })),
    );
  },
);

test('a missing entry is always reported under the same id, whatever the account posts later', async () => {
  const { stack, caller, run } = await openBank({ accounts: 2 });
  await transfer(stack, caller);
  await transfer(stack, caller);
  const account = await balanceOf(stack, caller.tenant);
  const second = (await entriesOf(stack, account)).find(({ seq }) => seq === 2);
  const { position } = itemOf(account, second as Entry);
  await openClient().send(
    new DeleteCommand({
      TableName: stack.config.STATEMENT_TABLE,
      Key: { account: `${account.branch}#${account.number}`, position },
    }),
  );

  const first = await run();
  await transfer(stack, caller);
  const then = await run();

  expect(first).toMatchObject({ accounts: 2, touched: 2, failed: 0 });
  expect(first.differences).toEqual([
    {
      incidentId: expect.any(String),
      account: { branch: account.branch, number: account.number },
      kind: 'sequence',
      details: 'entry 3 follows entry 1',
    },
  ]);
  expect(then.differences).toEqual(first.differences);
  expect(await ledgerIncidents(stack)).toHaveLength(1);
  // Only the account with the missing entry is read again. Its checkpoint stays where its books last agreed.
  expect(then.touched).toBe(1);
});

test('a full run finds damage before the checkpoint, and does not move any checkpoint back', async () => {
  const { stack, caller, deps, run } = await openBank({ accounts: 2 });
  await transfer(stack, caller);
  await run();
  const account = await balanceOf(stack, caller.tenant);
  const [opening] = await entriesOf(stack, account);
  const harmed = itemOf(account, { ...(opening as Entry), amountCents: cents(1) });
  await openClient().send(new PutCommand({ TableName: stack.config.STATEMENT_TABLE, Item: harmed }));

  const part = await run();
  const whole = (await stack.invoke('reconcile', { whole: true }, deps)) as Reconciliation;

  expect(part).toEqual({ ...clean, accounts: 2, differences: [] });
  expect(whole).toMatchObject({ accounts: 2, touched: 2 });
  expect(whole.differences.map(({ kind, details }) => ({ kind, details }))).toEqual([
    { kind: 'entry', details: 'entry 1 has the balance 1000000, expected is 1' },
  ]);
  expect(await run()).toEqual({ ...clean, accounts: 2, differences: [] });
});

test('a changed entry and a duplicate entry are reported as differences', async () => {
  const { stack, caller, run } = await openBank({ accounts: 2 });
  await transfer(stack, caller);
  const [account, other] = await Promise.all([0, 1].map((index) => balanceOf(stack, caller.tenant, index)));
  if (!account || !other) throw new Error('two accounts were opened');
  const put = (Item: object) =>
    openClient().send(new PutCommand({ TableName: stack.config.STATEMENT_TABLE, Item }));
  const [, entry] = await entriesOf(stack, account);
  const [opening] = await entriesOf(stack, other);
  if (!entry || !opening) throw new Error('both have entries');
  await put(itemOf(account, { ...entry, amountCents: cents(999) }));
  await put({ ...itemOf(other, opening), position: '2999-01-01T00:00:00.000Z#0000000000000001' });

  const { differences } = await run();

  expect(
    differences
      .map(({ kind, details }) => ({ kind, details }))
      .sort((one, two) => (one.kind < two.kind ? -1 : 1)),
  ).toEqual([
    { kind: 'entry', details: 'entry 2 has the balance 999000, expected is 999001' },
    { kind: 'sequence', details: 'entry 1 follows entry 1' },
  ]);
});

test('an entry that no balance includes is reported, for example after a balance was restored from the day before', async () => {
  const { stack, caller, run } = await openBank();
  await transfer(stack, caller);
  const account = await balanceOf(stack, caller.tenant);
  const entry = (await entriesOf(stack, account)).at(-1) as Entry;
  const stray = { ...entry, seq: entry.seq + 1, balanceCents: cents(entry.balanceCents - 100) };
  await openClient().send(
    new PutCommand({ TableName: stack.config.STATEMENT_TABLE, Item: itemOf(account, stray) }),
  );

  const [first, whole] = [
    await run(),
    await stack.invoke('reconcile', { whole: true }, stack.with({ pause: async () => {} })),
  ];

  const found = { kind: 'sequence', details: `entry ${stray.seq} is missing from the balance` };
  expect(first.differences).toMatchObject([found]);
  expect(whole).toMatchObject({ differences: [found] });
});

test('a listed account without a balance row is reported', async () => {
  const { stack, caller, run } = await openBank();
  const account = { branch: '0001', number: '000000016' };
  const Item = { ...account, ...openingCheckpoint, ...directoryKey(account) };
  await openClient().send(new PutCommand({ TableName: stack.config.ACCOUNTS_TABLE, Item }));

  const report = await run();

  expect(caller.tenant.accounts).toHaveLength(1);
  expect(report).toMatchObject({ accounts: 2, failed: 0 });
  expect(report.differences).toEqual([
    {
      incidentId: expect.any(String),
      account,
      kind: 'account',
      details: 'the account is listed, but has no balance row',
    },
  ]);
});

test('open work without a hold is reported by the first reconciliation', async () => {
  const { stack, caller, run } = await openBank();
  await transfer(stack, caller, 'unknown@sandbox.pix');
  const account = await balanceOf(stack, caller.tenant);
  await tamper(stack, account, 'SET heldCents = :none, availableCents = postedCents', { ':none': 0 });

  const report = await run();

  expect(report).toMatchObject({ holds: 1, busy: 0, suspected: 0 });
  expect(report.differences).toEqual([
    {
      incidentId: expect.any(String),
      account: { branch: account.branch, number: account.number },
      kind: 'work_without_hold',
      details: 'the account holds 0, but its open work needs 1000',
    },
  ]);
  expect((await run()).differences).toEqual(report.differences);
  expect(await ledgerIncidents(stack)).toHaveLength(1);
  expect((await balanceOf(stack, caller.tenant)).heldCents).toBe(0);
});

test('a hold without open work is first suspected, then reported under one id if it persists, but not repaired', async () => {
  const { stack, caller, run, later } = await openBank();
  await transfer(stack, caller, 'unknown@sandbox.pix');
  const account = await balanceOf(stack, caller.tenant);
  await tamper(stack, account, 'SET heldCents = heldCents + :two, availableCents = availableCents - :two', {
    ':two': 200,
  });

  const first = await run();
  const again = await run();
  const second = await run(later);
  await transfer(stack, caller);
  const third = await run(later);

  for (const report of [first, again])
    expect(report).toMatchObject({ holds: 1, suspected: 1, differences: [] });
  expect(second).toMatchObject({ holds: 1, suspected: 0 });
  expect(second.differences).toEqual([
    {
      incidentId: expect.any(String),
      account: { branch: account.branch, number: account.number },
      kind: 'held_without_work',
      details: 'the account holds 1200, but its open work needs 1000',
    },
  ]);
  expect(third.differences).toEqual(second.differences);
  expect(await ledgerIncidents(stack)).toHaveLength(1);
  expect((await balanceOf(stack, caller.tenant)).heldCents).toBe(1200);
});

test('the reconciliation expects a hold for a chargeback only until the network has accepted the chargeback', async () => {
  const { stack, caller, run } = await openBank();
  for (const name of ['unknown@sandbox.pix', 'slow@sandbox.pix']) {
    const { qr_code_id } = await payQrCode(stack, caller, { payer: { name } });
    const { body } = await chargeBack(caller, qr_code_id, 40);
    expect(body.status).toBe('PENDING');
  }

  expect((await balanceOf(stack, caller.tenant)).heldCents).toBe(4000);
  expect(await run()).toMatchObject({ entries: 4, holds: 1, suspected: 0, differences: [] });
});

test('an index of open work that lags for a whole run causes no difference', async () => {
  const { stack, caller, deps, run, later } = await openBank();
  await transfer(stack, caller, 'unknown@sandbox.pix');
  const lagging = { ...deps, openWork: { ...deps.openWork, list: async () => [] } };

  const laggingLater = { ...later, openWork: lagging.openWork };

  const reports = [await run(lagging), await run(), await run(laggingLater), await run(later)];

  expect(reports.map(({ suspected, differences }) => ({ suspected, differences }))).toEqual([
    { suspected: 1, differences: [] },
    { suspected: 0, differences: [] },
    { suspected: 1, differences: [] },
    { suspected: 0, differences: [] },
  ]);
  expect(await ledgerIncidents(stack)).toEqual([]);
});

test('an account that changes during every check is counted as busy, and not reported', async () => {
  const { stack, caller, deps, run } = await openBank();
  const account = await balanceOf(stack, caller.tenant);
  await tamper(stack, account, 'SET heldCents = heldCents + :two, availableCents = availableCents - :two', {
    ':two': 200,
  });
  let credits = 0;
  const list = async (accounts: readonly AccountRef[]) => {
    const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
    await stack.apart(() => stack.deps.ledger.credit(account, entry, `busy#${credits++}`));
    return deps.openWork.list(accounts);
  };

  const busy = { ...deps, openWork: { ...deps.openWork, list } };

  expect(await run(busy)).toMatchObject({ holds: 0, busy: 1, suspected: 0, differences: [] });
  expect(await run(busy)).toMatchObject({ holds: 0, busy: 1, suspected: 0, differences: [] });
  expect(await ledgerIncidents(stack)).toEqual([]);
});

test('overlapping reconciliations report nothing while transfers are made, settled and released', async () => {
  const { stack, caller, run } = await openBank({ accounts: 2 });
  const keys = [
    'fulano@example.com',
    'am04@sandbox.pix',
    'unknown@sandbox.pix',
    caller.tenant.accounts[1]?.pix_key,
  ];
  let over = false;
  const work = Promise.all(
    Array.from({ length: 24 }, (_, index) => transfer(stack, caller, keys[index % keys.length])),
  ).finally(() => {
    over = true;
  });
  const reports: Reconciliation[] = [];
  while (!over) reports.push(...(await Promise.all([run(), run(), run()])));
  await work;
  reports.push(await run(), await run());

  expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  expect(reports.at(-1)).toEqual({ ...clean, accounts: 2, holds: 1, differences: [] });
  expect(await ledgerIncidents(stack)).toEqual([]);
});

test('an account that cannot be read does not stop the check of other accounts, but the run fails at its end', async () => {
  const { stack, caller, deps, run } = await openBank({ accounts: 4 });
  const broken = await balanceOf(stack, caller.tenant);
  const listAfter: Deps['statement']['listAfter'] = async (account, after, limit) => {
    if (account.number === broken.number) throw new Error('the table does not answer');
    return deps.statement.listAfter(account, after, limit);
  };

  await expect(run({ ...deps, statement: { ...deps.statement, listAfter } })).rejects.toThrow(
    'some reconciliation steps failed',
  );

  expect(await run()).toEqual({ ...clean, accounts: 4, touched: 1, entries: 1, differences: [] });
});

test('a reconciliation that could not read everything states no number of accounts, and differences only if it found some', async () => {
  const { stack, deps, run, caller } = await openBank({ accounts: 2 });
  const countedBy = async (using: Deps) => {
    stack.counted.length = 0;
    await run(using).catch(() => {});
    return stack.counted;
  };
  const lost = async () => {
    throw new Error('the table does not answer');
  };
  const unread = { ...deps, directory: { ...deps.directory, list: lost } };
  const unwatched = { ...deps, watches: { ...deps.watches, listAll: lost } };
  const everything = [
    ['ReconcileAccounts', 2],
    ['ReconcileDifferences', 0],
  ];

  expect(await countedBy(unread)).toEqual([]);
  expect(await countedBy(unwatched)).toEqual([]);
  expect(await countedBy(deps)).toEqual(everything);

  await tamper(stack, await balanceOf(stack, caller.tenant), 'SET availableCents = availableCents + :more', {
    ':more': 1,
  });
  expect(await countedBy(unwatched)).toContainEqual(['ReconcileDifferences', 1]);
});

test('a reconciliation stops before its time-out, and the next run continues from there', async () => {
  const { stack, send, deps } = await openBank({ accounts: 10 });
  await sandbox(send, '/sandbox/tenants', { accounts: 10 });
  /** The time ends after this many shards. Account numbers are random, so any single shard may hold every account. */
  const runFor = (shards: number) => {
    let left = shards;
    return makeHandler(deps)({}, {
      getRemainingTimeInMillis: () => (left-- > 0 ? 300_000 : 59_000),
    } as Context);
  };

  const [first, second] = [await runFor(1), await runFor(directoryShards.length - 1)];

  expect(first.complete).toBe(false);
  expect(first.accounts).toBeLessThan(20);
  expect(first.touched + second.touched).toBe(20);
  expect(await stack.invoke('reconcile', {}, deps)).toEqual({ ...clean, accounts: 20, differences: [] });
});

test('open work of an unwatched account is reported once, and the account is watched again', async () => {
  const { stack, caller, deps, run } = await openBank();
  await transfer(stack, caller, 'unknown@sandbox.pix');
  const account = await balanceOf(stack, caller.tenant);
  const Key = watchKey(account);
  await openClient().send(new DeleteCommand({ TableName: stack.config.ACCOUNTS_TABLE, Key }));

  const reports = [await run(), await run(stack.with({ pause: async () => {} }))];

  expect(reports.map(({ differences }) => differences)).toEqual([
    [
      {
        incidentId: expect.any(String),
        account: { branch: account.branch, number: account.number },
        kind: 'unwatched_work',
        details: expect.stringMatching(/^cashout \d+ is open, and its account was not watched$/),
      },
    ],
    [],
  ]);
  expect(await deps.watches.isWatched(account)).toBe(true);
  expect(await ledgerIncidents(stack)).toHaveLength(1);
});

test('open work without held money is checked in one shard per run, and a full run checks every shard', async () => {
  const { stack, caller } = await openBank();
  const { id } = (
    await caller.post('/create-cashout', { ...caller.source, amount: 10, key: 'a@example.com' })
  ).body;
  const account = await balanceOf(stack, caller.tenant);
  const Key = watchKey(account);
  const forget = () => openClient().send(new DeleteCommand({ TableName: stack.config.ACCOUNTS_TABLE, Key }));
  const at = Math.ceil(Date.now() / 900_000) * 900_000;

  const found: number[] = [];
  for (let quarter = 0; quarter < 16; quarter++) {
    await forget();
    const deps = stack.with({ now: () => new Date(at + quarter * 900_000), pause: async () => {} });
    const { differences } = (await stack.invoke('reconcile', {}, deps)) as Reconciliation;
    found.push(differences.length);
  }
  await forget();
  const whole = (await stack.invoke('reconcile', { whole: true })) as Reconciliation;

  expect(found.toSorted()).toEqual([...Array.from({ length: 15 }, () => 0), 1]);
  expect(whole.differences).toMatchObject([
    { kind: 'unwatched_work', details: `cashout ${id} is open, and its account was not watched` },
  ]);
});
