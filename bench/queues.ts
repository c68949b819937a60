// Where the messages of a measurement wait: in a standard queue of the embedded SQS, or as behind a FIFO queue by account.

import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { accountKey } from '../lib/base/account-ref.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';

type Message = { id: number; receipt: string };

type Queue = {
  receive(): Promise<Message[]>;
  /** Ends with a receive: what is done is gone, the rest comes again. */
  settle(received: readonly Message[], done: readonly Message[]): Promise<void>;
};

let opened = 0;

export async function standardQueue(rows: readonly Cashout[], atOnce: number): Promise<Queue> {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const Attributes = { VisibilityTimeout: '10' };
  opened += 1;
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `bench-${opened}`, Attributes }));
  for (let start = 0; start < rows.length; start += 10) {
    const Entries = rows
      .slice(start, start + 10)
      .map(({ id }) => ({ Id: String(id), MessageBody: String(id) }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
  return {
    async receive() {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: atOnce }),
      );
      return Messages.map(({ Body, ReceiptHandle = '' }) => ({ id: Number(Body), receipt: ReceiptHandle }));
    },
    async settle(_, done) {
      if (done.length === 0) return;
      const Entries = done.map(({ id, receipt }) => ({ Id: String(id), ReceiptHandle: receipt }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    },
  };
}

/**
 * In memory, since the embedded SQS hands out one message of a group at a time, where SQS hands out as many as fit: an
 * account's messages are with one worker at most.
 */
export function byAccount(rows: readonly Cashout[], atOnce: number): Queue {
  const groups = Map.groupBy(rows, ({ account }) => accountKey(account));
  const waiting = new Map([...groups].map(([name, group]) => [name, group.map(({ id }) => id)]));
  const nameOf = new Map(rows.map(({ id, account }) => [id, accountKey(account)]));
  const busy = new Set<string>();
  return {
    async receive() {
      const taken: number[] = [];
      for (const [name, ids] of waiting) {
        if (busy.has(name) || ids.length === 0 || taken.length === atOnce) continue;
        busy.add(name);
        taken.push(...ids.splice(0, atOnce - taken.length));
      }
      return taken.map((id) => ({ id, receipt: '' }));
    },
    async settle(received, done) {
      const again = received.filter((message) => !done.includes(message));
      for (const { id } of again.reverse()) waiting.get(nameOf.get(id) ?? '')?.unshift(id);
      for (const { id } of received) busy.delete(nameOf.get(id) ?? '');
    },
  };
}
