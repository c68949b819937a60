// Sends rows to the queues that process them: names of the queues, the maximum delay in SQS, and the messages.

import type { AccountRef } from '../base/account-ref.ts';
import type { Unsent } from './send-tens.ts';

export const queueNames = ['transfers', 'webhook-events', 'chargebacks'] as const;
export type QueueName = (typeof queueNames)[number];

/** Maximum delay of a message in SQS (seconds). */
export const delaySecondsMax = 900;

/** A row to process. `account`: the account that owns the row; absent if the row was not read. */
export type QueuedRow = { id: number; account?: AccountRef };

export type WorkQueues = {
  /**
   * Sends one row.
   * @param delaySeconds at most 900
   */
  send(queue: QueueName, row: QueuedRow, delaySeconds?: number): Promise<void>;
  /**
   * Sends rows; the rows of one account share messages.
   * @param delaySeconds at most 900
   */
  sendAll(queue: QueueName, rows: readonly QueuedRow[], delaySeconds?: number): Promise<void>;
  /**
   * Like `sendAll`, but does not throw if a message is refused.
   * @returns the rows that the queue did not accept
   */
  offer<Row extends QueuedRow>(
    queue: QueueName,
    rows: readonly Row[],
    delaySeconds?: number,
  ): Promise<Unsent<Row>>;
};
