// POST /v3/batches/{id}/approve: approves a batch by the digest of its content (docs/decisions/product/batches.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withBatches } from '../lib/app/stores.ts';
import { approveBatch } from '../lib/batch/decide-batch.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([withBatches, withQueues], (deps) =>
  apiHandler(deps, endpoints.approveBatch, async ({ caller, path, body }) => {
    requireSameId(path, body);
    const batch = await approveBatch(deps, caller, path.id, body.content_digest);
    return { body: { worked: true, ...presentBatch(batch) } };
  }),
);
