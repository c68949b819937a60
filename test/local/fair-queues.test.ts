import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { engineClient } from '../support/clients.ts';

let sqs: SQSClient;
let QueueUrl: string;
beforeEach(async () => {
  Object.assign(process.env, inject('endpoints'), {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  sqs = engineClient(SQSClient);
  const created = await sqs.send(new CreateQueueCommand({ QueueName: `fair-${randomUUID()}` }));
  // The queue's own URL has a host name that this machine cannot resolve.
  QueueUrl = new URL(new URL(created.QueueUrl ?? '').pathname, inject('endpoints').AWS_ENDPOINT_URL_SQS).href;
});

async function sendMany(group: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 10) {
    const Entries = Array.from({ length: Math.min(10, count - from) }, (_, index) => ({
      Id: String(index),
      MessageBody: `${group} ${from + index}`,
      MessageGroupId: group,
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

async function receive(): Promise<{ body: string; handle: string }[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, handle: ReceiptHandle }));
}

const bodies = (messages: { body: string }[]) => messages.map(({ body }) => body);
const numbered = (group: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${group} ${from + index}`);

describe('the embedded queues', () => {
  test('a quiet group’s message is delivered before the hundreds of messages of a busy group', async () => {
    await sendMany('busy', 200);
    await receive();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'quiet', MessageGroupId: 'quiet' }));

    const next = bodies(await receive());

    expect(next).toEqual(['quiet', ...numbered('busy', 10, 18)]);
  });

  test('busy groups share the deliveries of a queue', async () => {
    await sendMany('one', 40);
    await sendMany('other', 40);

    const next = bodies(await receive());

    expect(next.filter((body) => body.startsWith('one'))).toEqual(numbered('one', 0, 4));
    expect(next.filter((body) => body.startsWith('other'))).toEqual(numbered('other', 0, 4));
  });

  test('a received message counts as its group’s load until the message is deleted', async () => {
    await sendMany('one', 20);
    const first = await receive();
    await sendMany('other', 10);
    const Entries = first.map(({ handle }, index) => ({ Id: String(index), ReceiptHandle: handle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));

    const next = bodies(await receive());

    expect(next.filter((body) => body.startsWith('one'))).toEqual(numbered('one', 10, 14));
  });

  test('messages without a group are delivered in order', async () => {
    for (const MessageBody of ['1', '2', '3'])
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));

    expect(bodies(await receive())).toEqual(['1', '2', '3']);
  });
});
