// POST /v3/batches/{id}/resume: continues a paused batch (docs/decisions/product/batches.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withBatches } from '../lib/app/stores.ts';
import { resumeBatch } from '../lib/batch/decide-batch.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([withBatches, withQueues], (deps) =>
  apiHandler(deps, endpoints.resumeBatch, async ({ caller, path, body }) => {
    requireSameId(path, body);
    const batch = await resumeBatch(deps, caller, path.id, body.content_digest ?? undefined);
    return { body: { worked: true, ...presentBatch(batch) } };
  }),
);
