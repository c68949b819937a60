// GET and POST under /console/batches: serves the pages about batches of payouts (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withAudit, withBatches, withSessions } from '../lib/app/stores.ts';
import { batchBytesMost } from '../lib/batch/batch.ts';
import { batchesApp } from '../lib/console/batches-handler.ts';
import { sendPath } from '../lib/console/batches-page.ts';
import type { BatchDeps } from '../lib/console/deps.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: BatchDeps) =>
  serveConsole(deps, batchesApp(deps), { path: sendPath, bytesMost: batchBytesMost });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withAudit(runtime),
  ...withBatches(runtime),
  ...withQueues(runtime),
  ...withSessions(runtime),
}));
