// POST /v3/batches/{id}/retry: creates a new batch of the lines that were not paid (docs/decisions/product/batches.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBatches } from '../lib/app/stores.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentCreated } from '../lib/batch/present-batch.ts';
import { retryBatch } from '../lib/batch/retry-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithBatches & WithQueues) =>
  apiHandler(deps, endpoints.retryBatch, async ({ caller, path, body, idempotencyKey }) => {
    requireSameId(path, body);
    return presentCreated(await retryBatch(deps, caller, path.id, idempotencyKey as string, body));
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withBatches(runtime),
  ...withQueues(runtime),
}));
