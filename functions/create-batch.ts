// POST /v3/batches: creates many payouts in one call, from JSON or CSV (docs/decisions/product/batches.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withBatches } from '../lib/app/stores.ts';
import { createBatch } from '../lib/batch/create-batch.ts';
import { readBatch } from '../lib/batch/create-batch-handler.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentCreated } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withBatches, withQueues], (deps) =>
  apiHandler(deps, endpoints.createBatch, async ({ caller, query, idempotencyKey }, event) => {
    const content = await readBatch(deps, event, query);
    return presentCreated(await createBatch(deps, caller, idempotencyKey as string, content));
  }),
);
