// The queues of rows to process: their names, SQS's limit for delays, and the messages.

import type { AccountRef } from '../base/account-ref.ts';
import type { Unsent } from './send-tens.ts';

export const queueNames = ['transfers', 'webhook-events', 'chargebacks'] as const;
export type QueueName = (typeof queueNames)[number];

/** SQS's maximum delay of a message. */
export const delaySecondsMax = 900;

/** A row to process. `account`: its owner; absent if the row was not read. */
export type QueuedRow = { id: number; account?: AccountRef };

export type WorkQueues = {
  /** @param delaySeconds at most 900 */
  send(queue: QueueName, row: QueuedRow, delaySeconds?: number): Promise<void>;
  /** Rows of one account share messages. @param delaySeconds at most 900 */
  sendAll(queue: QueueName, rows: readonly QueuedRow[], delaySeconds?: number): Promise<void>;
  /**
   * `sendAll` that reports failures.
   * @returns the rows that the queue did not accept
   */
  offer<Row extends QueuedRow>(
    queue: QueueName,
    rows: readonly Row[],
    delaySeconds?: number,
  ): Promise<Unsent<Row>>;
};
