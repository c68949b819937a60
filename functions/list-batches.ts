// GET /v3/batches: lists an account's batches, newest first.

import { lambda } from '../lib/app/lambda.ts';
import { withBatches } from '../lib/app/stores.ts';
import { queryUrl } from '../lib/base/page.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { listBatches } from '../lib/batch/list-batches.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withBatches], (deps) =>
  apiHandler(deps, endpoints.listBatches, async ({ caller, query, rawPath }) => {
    const { rows, before } = await listBatches(deps, caller, query);
    const next = before === null ? null : queryUrl(deps.config.BASE_URL, rawPath, { ...query, before });
    return { body: { worked: true, next, results: rows.map(presentBatch) } };
  }),
);
