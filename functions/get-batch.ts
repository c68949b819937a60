// GET /v3/batches/{id}: shows a batch and the counts of its lines.

import { lambda } from '../lib/app/lambda.ts';
import { withBatches } from '../lib/app/stores.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { findBatch } from '../lib/batch/find-batch.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withBatches], (deps) =>
  apiHandler(deps, endpoints.getBatch, async ({ caller, path }) => {
    const { row } = await findBatch(deps, caller, path.id);
    return { body: { worked: true, ...presentBatch(row) } };
  }),
);
