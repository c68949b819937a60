// Queue batches: makes one step of a batch, or notes that a paid line came back. A step judges the batch, starts its next
// lines, or updates its counts.

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { batchMessage } from '../lib/app/queues.ts';
import { start } from '../lib/app/start.ts';
import { withBatches, withPreflights } from '../lib/app/stores.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import { noteReturn } from '../lib/batch/note-return.ts';
import { runBatch } from '../lib/batch/run-batch.ts';
import { queueHandler } from '../lib/http/queue.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithPreflights } from '../lib/preflight/preflight-store.ts';

export const makeHandler = (deps: Core & WithBatches & WithPreflights & WithQueues) =>
  queueHandler(
    deps,
    'batches',
    batchMessage,
    ({ id, revision, returned }) =>
      returned === undefined ? runBatch(deps, id, revision) : noteReturn(deps, id, returned),
    ({ id }) => ({ batchId: id }),
  );

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withBatches(runtime),
  ...withPreflights(runtime),
  ...withQueues(runtime),
}));
