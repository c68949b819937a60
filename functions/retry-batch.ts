// POST /v3/batches/{id}/retry: creates a new batch of the lines that were not paid (docs/decisions/product/batches.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withBatches } from '../lib/app/stores.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentCreated } from '../lib/batch/present-batch.ts';
import { retryBatch } from '../lib/batch/retry-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([withBatches, withQueues], (deps) =>
  apiHandler(deps, endpoints.retryBatch, async ({ caller, path, body, idempotencyKey }) => {
    requireSameId(path, body);
    return presentCreated(await retryBatch(deps, caller, path.id, idempotencyKey as string, body));
  }),
);
