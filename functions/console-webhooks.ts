// GET and POST under /console/webhooks: serves the pages about webhooks and their deliveries
// (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withSessions } from '../lib/app/stores.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';
import { webhooksApp } from '../lib/console/webhooks-handler.ts';

export const { makeHandler, handler } = lambda([withQueues, withSessions], (deps) =>
  serveConsole(deps, webhooksApp(deps)),
);
