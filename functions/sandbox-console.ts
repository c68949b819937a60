// GET and POST under /console/sandbox: serves the pages on which people act as the network and its payers. The pages
// exist only in stages local and staging (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues, withSandbox } from '../lib/app/live.ts';
import { withLists, withMoney, withSessions } from '../lib/app/stores.ts';
import { sandboxApp } from '../lib/console/sandbox-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda(
  [withLists, withMoney, withQueues, withSandbox, withSessions],
  (deps) => serveConsole(deps, sandboxApp(deps)),
);
