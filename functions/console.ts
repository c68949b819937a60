// GET /console and the paths under it: serves the pages for people (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import {
  withAudit,
  withBatches,
  withLists,
  withParties,
  withRecoveries,
  withSessions,
} from '../lib/app/stores.ts';
import type { ReadDeps } from '../lib/console/deps.ts';
import { consoleApp } from '../lib/console/read-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: ReadDeps) => serveConsole(deps, consoleApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withAudit(runtime),
  ...withBatches(runtime),
  ...withLists(runtime),
  ...withParties(runtime),
  ...withRecoveries(runtime),
  ...withSessions(runtime),
}));
