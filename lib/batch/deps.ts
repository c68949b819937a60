// Defines the dependencies of the operations on batches, in addition to lib/platform/deps.ts.

import type { WithQueues as Below } from '../webhook/deps.ts';
import type { Batch } from './batch.ts';
import type { Batches } from './batch-store.ts';

export type WithBatches = { batches: Batches };

export type BatchQueue = {
  /**
   * Sends a batch to a worker.
   * @param delaySeconds at most 900
   */
  sendBatch(row: Pick<Batch, 'id' | 'account' | 'revision'>, delaySeconds?: number): Promise<void>;
};
export type WithBatchQueue = { queues: BatchQueue };
export type WithQueues = { queues: Below['queues'] & BatchQueue };
