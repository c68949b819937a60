// GET and POST under /console/sandbox: serves the pages on which people act as the network and its payers. The pages
// exist only in stages local and staging (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues, withSandbox } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withLists, withMoney, withSessions } from '../lib/app/stores.ts';
import type { SandboxDeps } from '../lib/console/deps.ts';
import { sandboxApp } from '../lib/console/sandbox-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: SandboxDeps) => serveConsole(deps, sandboxApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withLists(runtime),
  ...withMoney(runtime),
  ...withQueues(runtime),
  ...withSandbox(runtime),
  ...withSessions(runtime),
}));
