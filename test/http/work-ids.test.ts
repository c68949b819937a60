import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { makeQueues, type Queues } from '../../lib/app/queues.ts';
import { queueHandler } from '../../lib/http/queue.ts';
import { workIds } from '../../lib/http/work-ids.ts';
import { idsMessage } from '../../lib/platform/ids-message.ts';
import { engineClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const account = { branch: '0001', number: '1234567' };
const receivesMax = 3;

/** Opens a queue with a dead-letter queue, and the worker that Lambda would run for its batches. */
async function openQueue() {
  const sqs = engineClient(SQSClient);
  const create = async (Attributes: Record<string, string>) => {
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({ QueueName: `ids-${randomUUID()}`, Attributes }),
    );
    // The queue's own URL has a host name that this machine cannot resolve.
    return new URL(new URL(QueueUrl).pathname, inject('endpoints').AWS_ENDPOINT_URL_SQS).href;
  };
  const dead = await create({});
  const { Attributes: of } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: dead, AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: of?.QueueArn, maxReceiveCount: receivesMax });
  const url = await create({ VisibilityTimeout: '0', RedrivePolicy });
  const queues = makeQueues(sqs, { ...used.stack.config, TRANSFERS_QUEUE_URL: url });
  const receive = async (QueueUrl: string) =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))).Messages ?? [];

  /** Processes the queue until it is empty. @returns the bodies of the dead letters */
  async function workOff(work: (id: number) => Promise<void>, sending: Partial<Queues> = {}) {
    // The delay of ids that are sent again is skipped.
    const soon: Queues = { ...queues, send: (queue, row) => queues.send(queue, row), ...sending };
    const deps = used.stack.with({ queues: soon });
    const { run, about } = workIds(deps, 'transfers', work, (cashoutId) => ({ cashoutId }));
    const handle = queueHandler(deps, 'transfers', idsMessage, run, about);
    for (let messages = await receive(url); messages.length > 0; messages = await receive(url)) {
      const Records = messages.map(({ MessageId = '', Body = '' }) => ({ messageId: MessageId, body: Body }));
      const { batchItemFailures }: SQSBatchResponse = await handle({ Records } as never);
      const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      const Entries = messages
        .filter(({ MessageId = '' }) => !failed.includes(MessageId))
        .map(({ ReceiptHandle = '' }, index) => ({ Id: String(index), ReceiptHandle }));
      if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    }
    return (await receive(dead)).map(({ Body = '' }) => JSON.parse(Body) as object);
  }
  return { queues, workOff };
}

describe('a message of ten ids', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  let queue: Awaited<ReturnType<typeof openQueue>>;
  let worked: number[];
  beforeEach(async () => {
    queue = await openQueue();
    worked = [];
    await queue.queues.sendAll(
      'transfers',
      ids.map((id) => ({ id, account })),
    );
  });
  const times = (id: number) => worked.filter((one) => one === id).length;

  test('each id of the message is processed once', async () => {
    expect(await queue.workOff(async (id) => void worked.push(id))).toEqual([]);

    expect(worked).toEqual(ids);
  });

  test('a message with one id that fails once is repeated for that id only', async () => {
    const dead = await queue.workOff(async (id) => {
      worked.push(id);
      if (id === 4 && times(4) === 1) throw new Error('not now');
    });

    expect(dead).toEqual([]);
    expect(worked).toEqual([...ids, 4]);
  });

  test('an invalid id is sent to the dead-letter queue alone, without the account’s other ids', async () => {
    const dead = await queue.workOff(async (id) => {
      worked.push(id);
      if (id === 7) throw new Error('poison');
    });

    expect(dead).toEqual([{ version: 1, ids: [7], account }]);
    // The id fails once in the message of ten, and then at each receive of its own message.
    expect(times(7)).toBe(1 + receivesMax);
    expect(worked.filter((id) => id !== 7)).toEqual(ids.filter((id) => id !== 7));
  });

  test('a message whose ids fail together succeeds when each id is processed alone', async () => {
    const dead = await queue.workOff(async (id) => {
      worked.push(id);
      if (times(id) === 1) throw new Error('not together');
    });

    expect(dead).toEqual([]);
    expect(ids.map(times)).toEqual(ids.map(() => 2));
  });

  test('the message is repeated completely if its failed id cannot be sent again', async () => {
    let refused = 0;
    const send = async () => {
      refused += 1;
      throw new Error('queue refuses');
    };
    const dead = await queue.workOff(
      async (id) => {
        worked.push(id);
        if (id === 2 && times(2) === 1) throw new Error('not now');
      },
      { send },
    );

    expect(dead).toEqual([]);
    expect(refused).toBe(1);
    expect(ids.map(times)).toEqual(ids.map(() => 2));
  });

  test('each failed id is logged', async () => {
    await queue.workOff(async (id) => {
      worked.push(id);
      if (id > 8 && times(id) === 1) throw new Error('not now');
    });

    const failed = used.stack.lines.filter((line) => line.includes('message failed'));
    for (const id of [9, 10]) expect(failed).toContainEqual(expect.stringContaining(`cashout-${id}`));
  });
});

test('a transfer of a different account in a batch starts before the other nine messages', async () => {
  const begun: number[] = [];
  const { run, about } = workIds(
    used.stack.deps,
    'transfers',
    async (id) => void begun.push(id),
    (cashoutId) => ({ cashoutId }),
  );
  const many = Array.from({ length: 9 }, (_, index) => ({
    messageId: `many-${index}`,
    body: JSON.stringify({ version: 1, ids: Array.from({ length: 10 }, (_, id) => 10 * index + id + 1) }),
  }));
  const lone = { messageId: 'lone', body: JSON.stringify({ version: 1, ids: [999] }) };

  const Records = [...many, lone];
  await queueHandler(used.stack.deps, 'transfers', idsMessage, run, about)({ Records } as never);

  expect(begun[0]).toBe(999);
  expect(begun).toHaveLength(91);
});

describe('messages of an account that has too many messages', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, account }));
  const other = { id: 999, account: { branch: '0001', number: '7654321' } };
  const records = [
    ...Array.from({ length: 3 }, (_, index) => rows.slice(10 * index, 10 * index + 10)),
    [other],
  ].map((some, index) => ({
    messageId: `message-${index}`,
    body: JSON.stringify({ version: 1, ids: some.map(({ id }) => id), account: some[0]?.account }),
  }));

  async function handle(sendAll: Queues['sendAll']) {
    const worked: number[] = [];
    const deps = used.stack.with({ queues: { ...used.stack.deps.queues, sendAll } });
    const { run } = workIds(
      deps,
      'transfers',
      async (id) => void worked.push(id),
      () => ({}),
      async ({ number }) => (number === account.number ? undefined : async () => {}),
    );
    const answer = await queueHandler(deps, 'transfers', idsMessage, run)({ Records: records } as never);
    return { worked, answer };
  }

  test('the messages are returned to the queue unprocessed, and messages of other accounts are processed', async () => {
    const sent: unknown[] = [];
    const { worked, answer } = await handle(async (...asked) => void sent.push(asked));

    expect(sent).toEqual([['transfers', rows, 1]]);
    expect(worked).toEqual([999]);
    expect(answer.batchItemFailures).toEqual([]);
  });

  test('the messages stay in the queue if they cannot be sent back', async () => {
    const { answer } = await handle(async () => {
      throw new Error('queue refuses');
    });

    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      'message-0',
      'message-1',
      'message-2',
    ]);
  });
});
