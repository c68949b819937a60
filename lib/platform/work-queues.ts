// The queues of rows to work on: their names, SQS's limit for delays, and what is sent to them.

import type { AccountRef } from '../base/account-ref.ts';
import type { Unsent } from './send-tens.ts';

export const queueNames = ['transfers', 'webhook-events', 'chargebacks'] as const;
export type QueueName = (typeof queueNames)[number];

/** SQS's maximum delay of a message. */
export const delaySecondsMax = 900;

/** A row to work on. `account`: its owner; absent if the row has not been read. */
export type QueuedRow = { id: number; account?: AccountRef };

export type WorkQueues = {
  /** @param delaySeconds at most 900 */
  send(queue: QueueName, row: QueuedRow, delaySeconds?: number): Promise<void>;
  /** Rows of one account share messages. @param delaySeconds at most 900 */
  sendAll(queue: QueueName, rows: readonly QueuedRow[], delaySeconds?: number): Promise<void>;
  /** The same, as far as the queue takes them. @returns the rows that it did not take */
  offer<Row extends QueuedRow>(
    queue: QueueName,
    rows: readonly Row[],
    delaySeconds?: number,
  ): Promise<Unsent<Row>>;
};
