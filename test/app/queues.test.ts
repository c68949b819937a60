import { SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { makeQueues } from '../../lib/app/queues.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { engineClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

type Sent = { QueueUrl: string; MessageGroupId?: string; Entries?: { MessageGroupId?: string }[] };

/** Returns an SQS client that records the message group of each message, by queue. */
function notingGroups() {
  const sqs = engineClient(SQSClient);
  const groups: Record<string, (string | undefined)[]> = {};
  sqs.middlewareStack.add(
    (next) => (args) => {
      const { QueueUrl, Entries, ...message } = args.input as Sent;
      const queue = QueueUrl.split('-').slice(4).join('-');
      for (const one of Entries ?? [message]) groups[queue] = [...(groups[queue] ?? []), one.MessageGroupId];
      return next(args);
    },
    { step: 'initialize' },
  );
  return { sqs, groups };
}

test('every message about a cashout is in the group of its account, so that a busy account does not delay other accounts', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 1, key: 'unknown@sandbox.pix' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  const row = await used.stack.deps.cashouts.get(id);
  const { branch, number } = row?.account ?? {};
  const { sqs, groups } = notingGroups();
  const soon = used.stack.with({ sqs });
  const later = used.stack.with({ sqs, now: () => new Date(Date.now() + 3_600_000) });
  const NewImage = marshall(row, { removeUndefinedValues: true });

  await used.stack.invoke('dispatch', { Records: [{ dynamodb: { NewImage } }] }, soon);
  const Records = [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) }];
  await used.stack.invoke('completeTransfer', { Records }, soon);
  await used.stack.invoke('resumeStalled', {}, later);

  const own = `${branch}#${number}`;
  // The messages are from the stream, from a worker that retries later, and from the sweep.
  expect(groups).toEqual({ transfers: [own, own, own] });
});

describe('rows that are sent to a queue together', () => {
  const [one, other] = [
    { branch: '0001', number: '1111111' },
    { branch: '0001', number: '2222222' },
  ];

  /** @returns the calls to the queue, each with its messages */
  async function send(
    rows: readonly QueuedRow[],
    refuse: (body: string, call: number) => boolean = () => false,
  ) {
    const calls: { body: object; group: string | undefined }[][] = [];
    const sqs = engineClient(SQSClient);
    sqs.middlewareStack.add(
      () => async (args) => {
        const { Entries } = args.input as {
          Entries: { Id: string; MessageBody: string; MessageGroupId?: string }[];
        };
        calls.push(
          Entries.map(({ MessageBody, MessageGroupId }) => ({
            body: JSON.parse(MessageBody),
            group: MessageGroupId,
          })),
        );
        const Failed = Entries.filter(({ MessageBody }) => refuse(MessageBody, calls.length));
        return { response: {}, output: { Failed, $metadata: {} } } as never;
      },
      { step: 'initialize' },
    );
    await makeQueues(sqs, used.stack.config).sendAll('transfers', rows);
    return calls;
  }
  const rowsOf = (account: AccountRef | undefined, from: number, count: number): QueuedRow[] =>
    Array.from({ length: count }, (_, index) => ({ id: from + index, ...(account ? { account } : {}) }));
  const idsIn = (calls: Awaited<ReturnType<typeof send>>) =>
    calls.flat().map(({ body }) => (body as { ids: number[] }).ids);

  test('rows are sent in messages of ten rows, each with the rows of a single account', async () => {
    const rows = [...rowsOf(one, 1, 6), ...rowsOf(other, 101, 3), ...rowsOf(one, 7, 6)];

    const calls = await send(rows);

    expect(calls).toEqual([
      [
        { body: { version: 1, ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], account: one }, group: '0001#1111111' },
        { body: { version: 1, ids: [11, 12], account: one }, group: '0001#1111111' },
        { body: { version: 1, ids: [101, 102, 103], account: other }, group: '0001#2222222' },
      ],
    ]);
  });

  test('each row has its own message if the rows’ accounts are unknown', async () => {
    expect(await send(rowsOf(undefined, 1, 2))).toEqual([
      [
        { body: { version: 1, ids: [1] }, group: undefined },
        { body: { version: 1, ids: [2] }, group: undefined },
      ],
    ]);
  });

  test('a row that is given several times is sent once', async () => {
    expect(idsIn(await send([...rowsOf(one, 1, 2), ...rowsOf(one, 1, 2)]))).toEqual([[1, 2]]);
  });

  test('a hundred rows take one call to the queue', async () => {
    const calls = await send(rowsOf(one, 1, 101));

    expect(calls.map(({ length }) => length)).toEqual([10, 1]);
    expect(idsIn(calls).flat()).toHaveLength(101);
  });

  test('rows of a refused message are sent again, and other rows are not', async () => {
    const rows = [...rowsOf(one, 1, 2), ...rowsOf(other, 101, 2)];

    const calls = await send(rows, (body, call) => call === 1 && body.includes('101'));

    expect(calls.map((messages) => idsIn([messages]))).toEqual([
      [
        [1, 2],
        [101, 102],
      ],
      [[101, 102]],
    ]);
  });
});
