// Defines the dependencies of the operations on batches, in addition to lib/platform/deps.ts.

import type { WithQueues as Below } from '../webhook/deps.ts';
import type { Batch } from './batch.ts';
import type { Batches } from './batch-store.ts';

export type WithBatches = { batches: Batches };

/** The step of this revision, or the id of the cashout that was returned. */
type BatchWork = { revision: number; returned?: never } | { revision?: never; returned: number };

export type BatchQueue = {
  /**
   * Sends a batch to a worker: for its next step, or because the payee of a line has returned the whole amount.
   * @param delaySeconds at most 900
   */
  sendBatch(row: Pick<Batch, 'id' | 'account'> & BatchWork, delaySeconds?: number): Promise<void>;
};
export type WithBatchQueue = { queues: BatchQueue };
export type WithQueues = { queues: Below['queues'] & BatchQueue };
