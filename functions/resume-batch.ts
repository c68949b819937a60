// POST /v3/batches/{id}/resume: continues a paused batch (docs/decisions/product/batches.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBatches } from '../lib/app/stores.ts';
import { resumeBatch } from '../lib/batch/decide-batch.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithBatches & WithQueues) =>
  apiHandler(deps, endpoints.resumeBatch, async ({ caller, path, body }) => {
    requireSameId(path, body);
    const batch = await resumeBatch(deps, caller, path.id, body.content_digest ?? undefined);
    return { body: { worked: true, ...presentBatch(batch) } };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withBatches(runtime),
  ...withQueues(runtime),
}));
