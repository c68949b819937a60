// Adds SQS's fair queues to the embedded engine, which ignores a message's group and delivers messages in the order of
// arrival. Here the group is kept, and the next message is one of the group with the fewest messages in flight. So
// thousands of messages of one account do not delay those of another. SQS itself guarantees less: it protects quiet
// groups only after it has detected a busy one.

import { AsyncLocalStorage } from 'node:async_hooks';

type Entry = { MessageBody: string; MessageGroupId?: string };
type SendBody = Entry & { Entries?: Entry[] };
type Message = { body: string; messageGroupId?: string };
type Queue = {
  isFifo(): boolean;
  messages: Message[];
  inflightMessages: Map<string, { message: Message }>;
  dequeue(maxCount: number, ...more: unknown[]): unknown;
  processTimers(): void;
};
type Handler = (body: SendBody, ...more: unknown[]) => unknown;

/**
 * Replaces internals of fauxqs that it does not export. It must be called in the engine's thread before the engine
 * starts.
 */
export async function makeQueuesFair(): Promise<void> {
  const part = (path: string) => import(new URL(path, import.meta.resolve('fauxqs')).href);
  const [{ SqsQueue, SqsStore }, { SqsRouter }] = await Promise.all([
    part('./sqs/sqsStore.js'),
    part('./sqs/sqsRouter.js'),
  ]);
  keepGroups(SqsRouter.prototype, SqsStore);
  const queue = SqsQueue.prototype as Queue;
  const { dequeue } = queue;
  queue.dequeue = function (this: Queue, ...asked) {
    if (!this.isFifo()) {
      this.processTimers();
      if (this.messages.length > 1)
        this.messages = inFairOrder(
          this.messages,
          [...this.inflightMessages.values()].map(({ message }) => message),
        );
    }
    return dequeue.apply(this, asked);
  };
}

/** Keeps the group of a message in standard queues too, because the engine creates a message from its body alone. */
function keepGroups(
  router: { register(action: string, handler: Handler): void },
  store: { createMessage(body: string, ...more: unknown[]): Message },
): void {
  const sending = new AsyncLocalStorage<Entry[]>();
  const { register } = router;
  router.register = function (action, handler) {
    const isSend = action === 'SendMessage' || action === 'SendMessageBatch';
    const kept: Handler = (body, ...more) =>
      sending.run(body.Entries ?? [body], () => handler(body, ...more));
    register.call(this, action, isSend ? kept : handler);
  };
  const { createMessage } = store;
  store.createMessage = function (body, ...more) {
    const message = createMessage.call(this, body, ...more);
    const group = sending.getStore()?.find(({ MessageBody }) => MessageBody === body)?.MessageGroupId;
    if (group !== undefined) message.messageGroupId ??= group;
    return message;
  };
}

/**
 * Orders messages by how many messages of the same group are in flight or come before them. Messages with equal numbers
 * stay in the order of arrival. Messages without a group form one group.
 */
export function inFairOrder<One extends { messageGroupId?: string }>(
  waiting: readonly One[],
  underWay: readonly One[],
): One[] {
  const ahead = new Map<string, number>();
  const place = ({ messageGroupId: group = '' }: One): number => {
    const before = ahead.get(group) ?? 0;
    ahead.set(group, before + 1);
    return before;
  };
  for (const message of underWay) place(message);
  const placed = waiting.map((message) => ({ message, place: place(message) }));
  return placed.sort((one, other) => one.place - other.place).map(({ message }) => message);
}
