// GET /v3/batches/{id}: shows a batch and the counts of its lines.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withBatches } from '../lib/app/stores.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { findBatch } from '../lib/batch/find-batch.ts';
import { presentBatch } from '../lib/batch/present-batch.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithBatches) =>
  apiHandler(deps, endpoints.getBatch, async ({ caller, path }) => {
    const { row } = await findBatch(deps, caller, path.id);
    return { body: { worked: true, ...presentBatch(row) } };
  });

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withBatches(runtime) }));
