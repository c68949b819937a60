import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import type { FunctionEvent, Service } from '../../local/service.ts';
import { startTriggers } from '../../local/triggers.ts';
import { openCaller, openTenant, sendInProcess, until } from '../support/api.ts';
import { engineClient } from '../support/clients.ts';
import { putDueRows } from '../support/due-rows.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

async function received(queue: string): Promise<string[]> {
  const QueueUrl = stack?.physical[queue]?.ref ?? '';
  const { Messages = [] } = await engineClient(SQSClient).send(
    new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }),
  );
  return Messages.map(({ Body }) => Body ?? '');
}

test('a message that no worker can process ends in the dead-letter queue, and the messages around it are processed', {
  tags: 'dear',
}, async () => {
  const impatient = (service: Service) => {
    const queue = service.resources.Resources.TransfersQueue?.Properties ?? {};
    queue.VisibilityTimeout = 1;
    (queue.RedrivePolicy as { maxReceiveCount: number }).maxReceiveCount = 2;
  };
  stack = await openStack({ change: impatient });
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send));
  const created = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 1,
    key: 'fulano@example.com',
  });
  const poison = JSON.stringify({ version: 99, id: 1 });
  const QueueUrl = stack.config.TRANSFERS_QUEUE_URL;
  await engineClient(SQSClient).send(new SendMessageCommand({ QueueUrl, MessageBody: poison }));
  stack.startTriggers({ streams: true });

  const dead = await until(
    () => received('TransfersDeadLetterQueue'),
    (bodies) => bodies.length > 0,
  );

  expect(dead).toEqual([poison]);
  await until(
    async () => (await stack?.deps.cashouts.get(created.body.id))?.status,
    (status) => status === 'SUCCESS',
  );
});

/** Returns the numbers of a batch's records. */
type Batch = string[];

type Scene = {
  /** The settings of the mappings that differ from serverless.yml. */
  mapping?: Partial<NonNullable<FunctionEvent['stream']>>;
  /** Processes each batch in place of the function. */
  answer: (batch: Batch, call: number) => unknown;
  /** Waits for the expected result. */
  enough: (batches: readonly Batch[]) => Promise<unknown>;
};

/** @returns the batches of the cashouts' stream for three new rows; nothing else runs */
async function brought({ mapping = {}, answer, enough }: Scene): Promise<Batch[]> {
  stack = await openStack({
    change: (service) => {
      for (const { stream } of service.functions.dispatch?.events ?? [])
        if (stream) Object.assign(stream, { functionResponseType: 'ReportBatchItemFailures', ...mapping });
    },
  });
  const { service, physical } = stack;
  const account = { branch: '0001', number: '1' };
  const dueAt = '2026-11-01T12:00:00.000Z';
  await putDueRows(
    stack,
    'cashout',
    [1, 2, 3].map((number) => ({ number, account, dueAt })),
  );
  const batches: Batch[] = [];
  const triggers = startTriggers({
    service,
    physical,
    sqs: engineClient(SQSClient),
    streams: engineClient(DynamoDBStreamsClient),
    async invoke(_, event) {
      const { Records } = event as { Records: { dynamodb: { SequenceNumber: string } }[] };
      batches.push(Records.map(({ dynamodb }) => dynamodb.SequenceNumber));
      return answer(batches.at(-1) ?? [], batches.length);
    },
  });
  await enough(batches);
  await triggers.stop();
  return batches;
}

const whenBrought = (count: number) => (batches: readonly Batch[]) =>
  until(
    async () => batches.length,
    (length) => length >= count,
  );
const naming = (...numbers: (string | undefined)[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

test('a stream batch that failed in part is retried from its first failed record', async () => {
  const [first = [], second] = await brought({
    answer: (batch, call) => (call === 1 ? naming(batch[2], batch[1]) : null),
    enough: whenBrought(2),
  });

  expect(first).toHaveLength(3);
  expect(second).toEqual(first.slice(1));
});

test('a stream batch whose answer names a record of a different batch is retried completely', async () => {
  const [first = [], second] = await brought({
    answer: (_, call) => (call === 1 ? naming('1') : null),
    enough: whenBrought(2),
  });

  expect(first).toHaveLength(3);
  expect(second).toEqual(first);
});

test('a stream batch whose answer names no record is not retried', async () => {
  const batches = await brought({
    answer: () => naming(),
    enough: () => new Promise((resolve) => setTimeout(resolve, 500)),
  });

  expect(batches).toHaveLength(1);
});

test('a stream batch whose function throws is retried in halves', async () => {
  const [first = [], second, third] = await brought({
    answer: (_, call) => {
      if (call === 1) throw new Error('cannot');
    },
    enough: whenBrought(3),
  });

  expect(first).toHaveLength(3);
  expect([second, third]).toEqual([first.slice(0, 2), first.slice(2)]);
});

test.each([
  [
    'has become too old',
    { maximumRecordAgeInSeconds: 1 },
    { requestContext: { condition: 'RecordAgeExceeded' } },
  ],
  [
    'has used up its retries',
    { maximumRetryAttempts: 2 },
    { requestContext: { condition: 'RetryAttemptsExhausted' }, DDBStreamBatchInfo: { batchSize: 3 } },
  ],
])(
  'a stream batch that %s is sent to the failure queue, and the next batch is delivered',
  async (_, mapping, expected) => {
    let failed: string[] = [];
    let isOver = false;
    const enough = async (batches: readonly Batch[]) => {
      failed = await until(
        () => received('DispatchFailuresQueue'),
        (bodies) => bodies.length > 0,
      );
      isOver = true;
      const account = { branch: '0001', number: '1' };
      const dueAt = '2026-11-01T12:00:00.000Z';
      if (stack) await putDueRows(stack, 'cashout', [{ number: 4, account, dueAt }]);
      await until(
        async () => batches.at(-1)?.length,
        (length) => length === 1,
      );
    };

    await brought({ mapping, answer: (batch) => (isOver ? null : naming(batch[0])), enough });

    expect(JSON.parse(failed[0] ?? '')).toMatchObject(expected);
  },
);
