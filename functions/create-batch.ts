// POST /v3/batches: creates many payouts in one call, from JSON or CSV (docs/decisions/product/batches.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBatches } from '../lib/app/stores.ts';
import { createBatch } from '../lib/batch/create-batch.ts';
import { readBatch } from '../lib/batch/create-batch-handler.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentCreated } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithBatches & WithQueues) =>
  apiHandler(deps, endpoints.createBatch, async ({ caller, query, idempotencyKey }, event) => {
    const content = readBatch(deps, event, query);
    return presentCreated(await createBatch(deps, caller, idempotencyKey as string, content));
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withBatches(runtime),
  ...withQueues(runtime),
}));
