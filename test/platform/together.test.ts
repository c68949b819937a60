import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { World } from '../../lib/app/runtime.ts';
import { type Caller, openCaller, sandbox } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, because each test passes batches to the worker itself.
const used = useStack();

/** Creates approved cashouts of one account that no worker has processed yet. */
async function processing(caller: Caller, amounts: readonly number[], account = 0): Promise<number[]> {
  const ids: number[] = [];
  const { source_account_branch_identifier, source_account_number } = caller.tenant.accounts[account] ?? {};
  for (const amount of amounts) {
    const source = { source_account_branch_identifier, source_account_number };
    const body = { ...source, amount, key: 'fulano@example.com', tag: `of ${amount}` };
    ids.push((await caller.post('/create-cashout-self-approve', body)).body.id as number);
  }
  return ids;
}

/** Passes one batch of messages to the worker, as SQS does. */
async function complete(ids: readonly number[], deps: Deps): Promise<string[]> {
  const Records = ids.map((id, index) => ({
    messageId: `message-${index}`,
    body: JSON.stringify({ version: 1, ids: [id] }),
  }));
  const answer = await used.stack.invoke('completeTransfer', { Records }, deps);
  const { batchItemFailures } = answer as { batchItemFailures: { itemIdentifier: string }[] };
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

type Transaction = string[];
type Sabotage = (
  transaction: Transaction,
  nth: number,
  input: unknown,
  /** Waits until no other database call is in progress. */
  othersWait: () => Promise<void>,
) => Error | undefined | Promise<undefined>;

/** After this many turns of the event loop without a call in progress, every worker is waiting for the others. */
const quietTurns = 20;

/**
 * Opens a container that records each transaction as the kinds of its actions. A transaction may be made to fail before
 * or after its write. The workers of the container wait for each other until no database call is in progress.
 */
function container(
  world: World = {},
  sabotage: Sabotage = () => undefined,
  moment: 'before' | 'after' = 'before',
) {
  const client: DynamoDBDocumentClient = openClient();
  const transactions: Transaction[] = [];
  let underWay = 0;
  const count = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    underWay += 1;
    return call().finally(() => {
      underWay -= 1;
    });
  };
  const waitUntilLeft = async (calls: number) => {
    for (let turns = 0; turns < quietTurns; turns = underWay <= calls ? turns + 1 : 0) await nextTurn();
  };
  const waitForOthers = () => waitUntilLeft(0);
  client.middlewareStack.add((next) => (args) => count(() => next(args)), {
    step: 'initialize',
    name: 'count',
    priority: 'high',
  });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { TransactItems } = args.input as { TransactItems?: Record<string, { TableName: string }>[] };
      if (
        context.commandName !== 'TransactWriteItemsCommand' &&
        context.commandName !== 'TransactWriteCommand'
      )
        return next(args);
      const kinds = (TransactItems ?? []).map((action) =>
        Object.entries(action)
          .map(([kind, { TableName }]) => `${kind} ${TableName.split('-').slice(3).at(-1)}`)
          .join(),
      );
      transactions.push(kinds);
      const fault = await sabotage(kinds, transactions.length, args.input, () => waitUntilLeft(1));
      if (fault && moment === 'before') throw fault;
      const answer = await next(args);
      if (fault) throw fault;
      return answer;
    },
    { step: 'initialize', name: 'note' },
  );
  return { deps: used.stack.with({ client, pause: waitForOthers, ...world }), transactions };
}

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
const conflict = () =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'conflict',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });

const invalid = () =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'invalid',
    CancellationReasons: [{ Code: 'ValidationError' }, { Code: 'None' }],
  });

async function statusesOf(ids: readonly number[]): Promise<(string | undefined)[]> {
  const rows = await Promise.all(ids.map((id) => used.stack.deps.cashouts.get(id)));
  return rows.map((row) => row?.failureText ?? row?.status);
}

describe('a batch of transfers of the same account', () => {
  test('a batch is reserved in one transaction and settled in another, with the entry and the events of each transfer', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { deps, transactions } = container();

    expect(await complete(ids, deps)).toEqual([]);

    expect(transactions).toEqual([
      [...times(10, 'Update cashouts'), 'Update accounts'],
      [...times(10, 'Update cashouts'), 'Update accounts', 'Put statement', 'Put events'],
    ]);
    expect(await statusesOf(ids)).toEqual(times(10, 'SUCCESS'));
    const account = await expectLedgerAddsUp(used.stack, caller.tenant);
    expect(account).toMatchObject({ seq: 11, heldCents: 0, availableCents: 994_500 });
    const range = { start: '2000-01-01T00:00:00.000Z', end: '2999-01-01T00:00:00.000Z', limit: 10 };
    const entries = await used.stack.deps.statement.list(account, { ...range, direction: 'next' });
    const rows = await Promise.all(ids.map((id) => used.stack.deps.cashouts.get(id)));
    expect(entries.map(({ tag, identification }) => `${tag} ${identification}`).sort()).toEqual(
      rows.map((row) => `${row?.request.tag} ${row?.endToEndId}`).sort(),
    );
  });

  test('a batch above the balance is paid as far as the balance reaches, in five transactions', async () => {
    const caller = await used.newCaller({ balance: '90.00' });
    const ids = await processing(caller, times(5, 30));
    const { deps, transactions } = container();

    expect(await complete(ids, deps)).toEqual([]);

    // The transactions have all five transfers, which exceed the balance, then the three that the balance covers, and
    // then the other two, which exceed the rest. Then those two end, and the three are settled.
    const lengths = transactions.map(({ length }) => length);
    expect([lengths.slice(0, 3), lengths.slice(3).sort()]).toEqual([
      [6, 4, 3],
      [3, 6],
    ]);
    expect((await statusesOf(ids)).sort()).toEqual([
      ...times(2, 'Insufficient funds'),
      ...times(3, 'SUCCESS'),
    ]);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 0,
    });
  });

  test('a batch of an account without funds for any transfer is refused without a reservation, and ends in one transaction', async () => {
    const caller = await used.newCaller({ balance: '1.00' });
    const ids = await processing(caller, times(10, 30));
    const { deps, transactions } = container();

    expect(await complete(ids, deps)).toEqual([]);

    expect(transactions.map(({ length }) => length)).toEqual([11]);
    expect(await statusesOf(ids)).toEqual(times(10, 'Insufficient funds'));
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 100 });
  });

  test('the whole batch is checked again if the balance has changed before its second transaction', async () => {
    const caller = await used.newCaller({ balance: '100.00' });
    const [rival = 0, ...ids] = await processing(caller, [50, 40, 40, 40]);
    // The balance covers two of the transfers. After the rival has been paid 50, it covers only one.
    const { deps, transactions } = container({}, async (_, nth) => {
      if (nth === 2) await complete([rival], container().deps);
      return undefined;
    });

    expect(await complete(ids, deps)).toEqual([]);

    const lengths = transactions.map(({ length }) => length);
    // The settlement and the releases are concurrent.
    expect([lengths.slice(0, 4), lengths.slice(4).sort()]).toEqual([
      [4, 3, 2, 3],
      [3, 4],
    ]);
    expect(await statusesOf([rival])).toEqual(['SUCCESS']);
    expect((await statusesOf(ids)).sort()).toEqual([...times(2, 'Insufficient funds'), 'SUCCESS']);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 1_000,
    });
  });

  test('a credit that arrives before the second transaction is available to that transaction', async () => {
    const [caller, payer] = [await used.newCaller({ balance: '100.00' }), await used.newCaller()];
    const ids = await processing(caller, [80, 80]);
    const [{ pix_key: key } = {}] = caller.tenant.accounts;
    const body = { ...payer.source, amount: 100, key };
    const { id } = (await payer.post('/create-cashout-self-approve', body)).body;
    const { deps } = container({}, async (_, nth) => {
      if (nth === 2) await complete([id], container().deps);
      return undefined;
    });

    expect(await complete(ids, deps)).toEqual([]);

    expect(await statusesOf([id, ...ids])).toEqual(times(3, 'SUCCESS'));
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 4_000,
    });
  });

  test('a batch may contain the same message twice, or a message of an ended transfer', async () => {
    const caller = await used.newCaller();
    const [ended = 0, ...ids] = await processing(caller, [1, 2, 3]);
    await complete([ended], container().deps);
    const { deps, transactions } = container();

    expect(await complete([ended, ...ids, ...ids], deps)).toEqual([]);

    // Each repeated message finds that its transfer is already being processed.
    expect(transactions[0]).toEqual([...times(2, 'Update cashouts'), 'Update accounts']);

    expect(await statusesOf([ended, ...ids])).toEqual(times(3, 'SUCCESS'));
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 4,
      availableCents: 999_400,
    });
  });

  test('a batch with a frozen client’s transfer pays the other client’s transfers', async () => {
    const caller = await used.newCaller();
    const other = await openCaller(used.send, {
      ...caller.tenant,
      ...(await sandbox(used.send, '/sandbox/clients', { company_id: caller.tenant.company_id })).body,
    });
    const ids = [...(await processing(caller, [1, 2])), ...(await processing(other, [3, 4]))];
    await used.stack.apart(async () => {
      const { branch, number } = (await used.stack.deps.cashouts.get(ids[0] ?? 0))?.account ?? {};
      const owner = { kind: 'client', id: other.tenant.client_id } as const;
      await used.stack.deps.freezes.raise(owner, new Date().toISOString());
      const account = { branch: branch ?? '', number: number ?? '' };
      const name = `user#${other.tenant.user_id}` as const;
      expect(await used.stack.deps.freezes.mark(account, name, true, owner)).toBe('marked');
    });

    const { deps, transactions } = container();

    expect(await complete(ids, deps)).toEqual([]);

    // The transaction does not contain the transfers of the frozen client.
    expect(transactions).toContainEqual([...times(2, 'Update cashouts'), 'Update accounts']);
    expect(await statusesOf(ids)).toEqual(['SUCCESS', 'SUCCESS', 'Operation blocked', 'Operation blocked']);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_700 });
  });

  test.each([1, 2])(
    'the whole batch is retried if its transaction %i conflicts with a different transaction',
    async (nth) => {
      const caller = await used.newCaller();
      const ids = await processing(caller, [1, 2, 3]);
      const { deps, transactions } = container({}, (_, count) => (count === nth ? conflict() : undefined));

      expect(await complete(ids, deps)).toEqual([]);

      expect(transactions.map(({ length }) => length)).toEqual(nth === 1 ? [4, 4, 6] : [4, 6, 6]);
      expect(await statusesOf(ids)).toEqual(times(3, 'SUCCESS'));
      await expectLedgerAddsUp(used.stack, caller.tenant);
    },
  );

  test.each([
    ['reserving', 'before', 1],
    ['reserving', 'after', 1],
    ['settling', 'before', 2],
    ['settling', 'after', 2],
  ] as const)(
    'the batch is retried and paid once if its %s transaction fails %s it is written',
    async (_, moment, nth) => {
      const caller = await used.newCaller();
      const ids = await processing(caller, [1, 2, 3]);
      const away = Object.assign(new Error('away'), { name: 'InternalServerError' });
      const { deps } = container({}, (_, count) => (count === nth ? away : undefined), moment);

      expect(await complete(ids, deps)).toEqual(['message-0', 'message-1', 'message-2']);
      const later = container({ now: () => new Date(Date.now() + 60_000) });
      expect(await complete(ids, later.deps)).toEqual([]);

      expect(await statusesOf(ids)).toEqual(times(3, 'SUCCESS'));
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        seq: 4,
        availableCents: 999_400,
      });
    },
  );

  test('a batch with one invalid transfer pays all other transfers', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, [1, 2, 3, 4]);
    const isWrong = (input: unknown) => JSON.stringify(input).includes(`"id":${ids[1]}`);
    const { deps } = container({}, (_, __, input) => (isWrong(input) ? invalid() : undefined));

    expect(await complete(ids, deps)).toEqual(['message-1']);

    expect(await statusesOf(ids)).toEqual(['SUCCESS', 'PROCESSING', 'SUCCESS', 'SUCCESS']);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 4,
      availableCents: 999_200,
    });
  });
});

test('each account of a batch has its own transaction', async () => {
  const caller = await used.newCaller({ accounts: 2 });
  const ids = [...(await processing(caller, [1, 2], 0)), ...(await processing(caller, [3, 4], 1))];
  const { deps, transactions } = container();

  expect(await complete(ids, deps)).toEqual([]);

  expect(transactions.map(({ length }) => length)).toEqual([3, 3, 5, 5]);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant, 0)).toMatchObject({ availableCents: 999_700 });
  expect(await expectLedgerAddsUp(used.stack, caller.tenant, 1)).toMatchObject({ availableCents: 999_300 });
});

test('a transaction contains as many transfers as DynamoDB allows', async () => {
  const caller = await used.newCaller();
  const ids = await processing(caller, times(100, 1));
  const { deps, transactions } = container();

  expect(await complete(ids, deps)).toEqual([]);

  const sizes = transactions.map(({ length }) => length);
  // The holds are 99 rows and the balance, and then the last row. The settlement of 92 rows also has the balance, six
  // statement items and a page of the feed. Another transaction settles the remaining rows.
  expect(sizes.slice(0, 2)).toEqual([100, 2]);
  expect(sizes.slice(2)).toContain(100);
  expect(Math.max(...sizes)).toBe(100);
  expect(sizes.length).toBeLessThanOrEqual(5);
  expect(await statusesOf(ids)).toEqual(times(100, 'SUCCESS'));
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    seq: 101,
    availableCents: 990_000,
  });
});

describe('a large group of transfers', () => {
  test('a transfer that has been settled meanwhile is left out, which takes one more transaction', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, times(30, 1));
    const rival = used.stack.with({ now: () => new Date(Date.now() + 60_000) });
    const { deps, transactions } = container({}, async (kinds, nth) => {
      if (nth === 2) await complete([ids[4] ?? 0], rival);
      return void kinds;
    });

    expect(await complete(ids, deps)).toEqual([]);

    expect(transactions.map(({ length }) => length)).toEqual([31, 34, 33]);
    expect(await statusesOf(ids)).toEqual(times(30, 'SUCCESS'));
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ seq: 31 });
  });

  test('a transfer that DynamoDB reports as invalid is left out', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, times(30, 1));
    const { deps, transactions } = container({}, (_, __, input) => {
      const { TransactItems } = input as { TransactItems: { Update?: { Key: { id?: number } } }[] };
      const place = TransactItems.findIndex(({ Update }) => Update?.Key.id === ids[4]);
      if (place < 0) return undefined;
      return new TransactionCanceledException({
        $metadata: {},
        message: 'invalid',
        CancellationReasons: TransactItems.map((_, index) => ({
          Code: index === place ? 'ValidationError' : 'None',
        })),
      });
    });

    expect(await complete(ids, deps)).toEqual(['message-4']);

    // The transactions have all transfers, then all except the invalid one, then only that one. Then the others are
    // settled.
    expect(transactions.map(({ length }) => length)).toEqual([31, 30, 2, 33]);
    expect((await statusesOf(ids)).filter((status) => status === 'SUCCESS')).toHaveLength(29);
  });

  test('transfers that arrive later join a group that is waiting for a different transaction', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, times(4, 1));
    let later: Promise<string[]> | undefined;
    const { deps, transactions } = container({}, (_, nth, __, othersWait) => {
      if (nth > 1) return undefined;
      later = complete(ids.slice(2), deps);
      return othersWait().then(() => conflict()) as never;
    });

    expect(await complete(ids.slice(0, 2), deps)).toEqual([]);
    expect(await later).toEqual([]);

    expect(transactions.slice(0, 2).map(({ length }) => length)).toEqual([3, 5]);
    expect(await statusesOf(ids)).toEqual(times(4, 'SUCCESS'));
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a group whose transactions always conflict fails after twelve tries, and holds no money', async () => {
    const caller = await used.newCaller();
    const ids = await processing(caller, times(3, 1));
    const { deps, transactions } = container({}, () => conflict());

    expect(await complete(ids, deps)).toEqual(['message-0', 'message-1', 'message-2']);

    expect(transactions).toHaveLength(12);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
  });
});

test('workers of several containers that share an account pay all of its transfers once', async () => {
  const caller = await used.newCaller();
  const ids = await processing(caller, times(30, 1));

  const failures = await Promise.all(
    [0, 10, 20].map((from) =>
      complete([...ids.slice(from, from + 10), ids[0] ?? 0], container({ pause }).deps),
    ),
  );

  expect(failures).toEqual([[], [], []]);
  expect(await statusesOf(ids)).toEqual(times(30, 'SUCCESS'));
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    seq: 31,
    availableCents: 997_000,
  });
});
