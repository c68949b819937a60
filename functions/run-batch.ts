// Queue batches: makes one step of a batch, or notes that a paid line came back. A step judges the batch, starts its next
// lines, or updates its counts.

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { batchMessage } from '../lib/app/queues.ts';
import { withBatches, withPreflights } from '../lib/app/stores.ts';
import { noteReturn } from '../lib/batch/note-return.ts';
import { runBatch } from '../lib/batch/run-batch.ts';
import { queueHandler } from '../lib/http/queue.ts';

export const { makeHandler, handler } = lambda([withBatches, withPreflights, withQueues], (deps) =>
  queueHandler(
    deps,
    'batches',
    batchMessage,
    ({ id, revision, returned }) =>
      returned === undefined ? runBatch(deps, id, revision) : noteReturn(deps, id, returned),
    ({ id }) => ({ batchId: id }),
  ),
);
