import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import type { Service } from '../../local/service.ts';
import { openCaller, openTenant, sendInProcess, until } from '../support/api.ts';
import { engineClient } from '../support/clients.ts';
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

test('a message that no worker can handle ends in the dead-letter queue, its neighbours are done', async () => {
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
  const row = await stack.deps.cashouts.get(created.body.id);
  expect(row?.status).toBe('SUCCESS');
});

test('a stream batch that dispatch cannot handle goes to its failure queue, and the next ones are read', async () => {
  const hasty = (service: Service) => {
    const stream = service.functions.dispatch?.events?.[0]?.stream;
    if (stream) stream.maximumRetryAttempts = 1;
  };
  stack = await openStack({ change: hasty });
  const { deps } = stack;
  await deps.cashouts.insert({
    id: 1,
    account: { branch: '0001', number: '1' },
    status: 'NEW',
    pendingEvents: null,
  } as unknown as Parameters<typeof deps.cashouts.insert>[0]);
  stack.startTriggers({ streams: true });

  const failed = await until(
    () => received('DispatchFailuresQueue'),
    (bodies) => bodies.length > 0,
  );

  expect(JSON.parse(failed[0] ?? '')).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted' },
  });
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send));
  const created = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 1,
    key: 'fulano@example.com',
  });
  await until(
    async () => (await caller.get(`/v3/cashouts/${created.body.id}`)).body.status,
    (status) => status === 'SUCCESS',
  );
});
