// Processes the ids of one message in parallel. Each id fails separately. A failed id is sent again alone, so that it
// neither repeats the other ids nor moves them to the dead-letter queue.

import type { BacklogSlots } from '../platform/backlog-slots.ts';
import type { Base, WithQueues } from '../platform/deps.ts';
import { gather } from '../platform/gather.ts';
import type { IdsMessage } from '../platform/ids-message.ts';
import type { LogFields } from '../platform/log.ts';
import type { QueueName } from '../platform/work-queues.ts';

/** Delay in seconds of a message that is sent again because too many messages of its account are in progress. */
const crowdedSeconds = 1;

/**
 * Returns the functions that queueHandler needs for a queue of ids. A message is received again if its only id fails,
 * or if a failed id cannot be sent again.
 * @param about returns the log fields of an id, for the log line when the id fails
 * @param slots limits how many containers may work on one account's backlog; without slots there is no limit
 */
export function workIds(
  deps: Base & WithQueues,
  queue: QueueName,
  work: (id: number) => Promise<void>,
  about: (id: number) => LogFields,
  slots?: BacklogSlots,
) {
  /** Sends one id alone. `sendAll` would put several ids into one message again. */
  async function sendAlone(id: number, { account }: IdsMessage): Promise<void> {
    const row = { id, ...(account ? { account } : {}) };
    await deps.queues.send(queue, row, deps.config.RETRY_FIRST_SECONDS);
  }

  /**
   * Sends back the messages of a batch that got no slot. They were received but not tried, so each is sent as a new
   * message.
   */
  const sendBack = gather(
    async (messages: readonly IdsMessage[]) => {
      const rows = messages.flatMap(({ ids, account }) =>
        ids.map((id) => ({ id, ...(account ? { account } : {}) })),
      );
      await deps.queues.sendAll(queue, rows, crowdedSeconds);
      return [...messages];
    },
    ({ ids }) => ids.join(),
  );

  async function workAll(message: IdsMessage): Promise<void> {
    const [only, ...others] = message.ids as [number, ...number[]];
    if (others.length === 0) return work(only);
    const results = await Promise.allSettled(message.ids.map(work));
    const failed = message.ids.flatMap((id, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ id, error: result.reason }] : [];
    });
    for (const { id, error } of failed) {
      deps.log.error('message failed', { queue, ...about(id) }, error);
      deps.metrics.count('MessagesFailed');
    }
    await Promise.all(failed.map(({ id }) => sendAlone(id, message)));
  }

  return {
    async run(message: IdsMessage): Promise<void> {
      const { account, ids } = message;
      if (!slots || !account) return workAll(message);
      const giveBack = await slots(account, ids.length);
      if (!giveBack) return void (await sendBack(message));
      await workAll(message).finally(giveBack);
    },

    /** If a message contains several ids, each failed id was already logged. */
    about: ({ ids: [id = 0, ...others] }: IdsMessage): LogFields => (others.length > 0 ? {} : about(id)),
  };
}
