// What SQS does for the groups of a standard queue, and the embedded engine does not: it forgets whose a message is, and
// hands messages out as they came. Here the group is kept, and the next message is one of the group that has the fewest
// under way: a busy account's thousands do not keep another's one waiting. SQS itself promises less: it looks after quiet
// groups once a busy one has been recognized.

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

/** Before the engine starts, in its own thread. It reaches for parts that fauxqs does not export. */
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

/** Of standard queues too: the engine makes a message of its body alone. */
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
 * In order of how many messages of its group are under way or stand before it; of equal ones, as they came. Messages
 * without a group are one group.
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
