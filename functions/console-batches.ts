// GET and POST under /console/batches: serves the pages about batches of payouts (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withAudit, withBatches, withLists, withSessions } from '../lib/app/stores.ts';
import { batchBytesMost } from '../lib/batch/batch.ts';
import { batchesApp } from '../lib/console/batches-handler.ts';
import { sendPath } from '../lib/console/send-batch-page.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda(
  [withAudit, withBatches, withLists, withQueues, withSessions],
  (deps) => serveConsole(deps, batchesApp(deps), { path: sendPath, bytesMost: batchBytesMost }),
);
