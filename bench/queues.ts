// Opens the queue of a measurement: a standard queue of the embedded SQS, or a simulated FIFO queue grouped by account.
// The service's own code sends the messages.

import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type SendMessageBatchCommandInput,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { makeQueues } from '../lib/app/queues.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import type { Stage } from './stage.ts';

type Message = { name: string; body: string; receipt: string };
/**
 * `atOnce` is the number of messages per receive. `packed` means that cashouts are sent as a backlog, several in one
 * message; otherwise each has its own message.
 */
type How = { atOnce: number; packed: boolean };

type Queue = {
  receive(): Promise<Message[]>;
  /** Ends a receive. Messages that are done are deleted; the others are delivered again. */
  settle(received: readonly Message[], done: readonly Message[]): Promise<void>;
};

let opened = 0;

async function fill(stage: Stage, sqs: SQSClient, url: string, rows: readonly Cashout[], packed: boolean) {
  const queues = makeQueues(sqs, { ...stage.config, TRANSFERS_QUEUE_URL: url });
  if (packed) return queues.sendAll('transfers', rows);
  for (const row of rows) await queues.send('transfers', row);
}

export async function standardQueue(
  stage: Stage,
  rows: readonly Cashout[],
  { atOnce, packed }: How,
): Promise<Queue> {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const Attributes = { VisibilityTimeout: '180' };
  opened += 1;
  const { QueueUrl = '' } = await sqs.send(
    new CreateQueueCommand({ QueueName: `bench-${opened}`, Attributes }),
  );
  await fill(stage, sqs, QueueUrl, rows, packed);
  return {
    async receive() {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: atOnce }),
      );
      return Messages.map(({ MessageId = '', Body = '', ReceiptHandle = '' }) => ({
        name: MessageId,
        body: Body,
        receipt: ReceiptHandle,
      }));
    },
    async settle(_, done) {
      if (done.length === 0) return;
      const Entries = done.map(({ receipt }, index) => ({ Id: String(index), ReceiptHandle: receipt }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    },
  };
}

/**
 * Creates a FIFO queue in memory. The embedded SQS delivers only one message of a group at a time, but SQS delivers as
 * many as fit. In both, only one worker at a time has messages of an account.
 */
export async function byAccount(
  stage: Stage,
  rows: readonly Cashout[],
  { atOnce, packed }: How,
): Promise<Queue> {
  type Sent = Partial<SendMessageCommandInput & SendMessageBatchCommandInput>;
  const sent: Pick<Sent, 'MessageBody' | 'MessageGroupId'>[] = [];
  const send = async ({ input }: { input: Sent }) => {
    sent.push(...(input.Entries ?? [input]));
    return {};
  };
  await fill(stage, { send } as never, '', rows, packed);
  const all = sent.map(({ MessageBody = '', MessageGroupId = '' }, index) => ({
    name: String(index),
    group: MessageGroupId,
    body: MessageBody,
    receipt: '',
  }));
  const waiting = Map.groupBy(all, ({ group }) => group);
  const groupOf = new Map(all.map(({ name, group }) => [name, group]));
  const busy = new Set<string>();
  return {
    async receive() {
      const taken: Message[] = [];
      for (const [group, messages] of waiting) {
        if (busy.has(group) || messages.length === 0 || taken.length === atOnce) continue;
        busy.add(group);
        taken.push(...messages.splice(0, atOnce - taken.length));
      }
      return taken;
    },
    async settle(received, done) {
      const again = received.filter((message) => !done.includes(message));
      for (const message of again.toReversed())
        waiting.get(groupOf.get(message.name) ?? '')?.unshift(message as (typeof all)[number]);
      for (const { name } of received) busy.delete(groupOf.get(name) ?? '');
    },
  };
}
