// GET /console and the paths under it: serves the pages for people (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import {
  withAudit,
  withBatches,
  withLists,
  withParties,
  withRecoveries,
  withSessions,
} from '../lib/app/stores.ts';
import { consoleApp } from '../lib/console/read-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda(
  [withAudit, withBatches, withLists, withParties, withRecoveries, withSessions],
  (deps) => serveConsole(deps, consoleApp(deps)),
);
