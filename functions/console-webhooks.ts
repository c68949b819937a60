// GET and POST under /console/webhooks: serves the pages about webhooks and their deliveries
// (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withSessions } from '../lib/app/stores.ts';
import type { WebhookDeps } from '../lib/console/deps.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';
import { webhooksApp } from '../lib/console/webhooks-handler.ts';

export const makeHandler = (deps: WebhookDeps) => serveConsole(deps, webhooksApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withQueues(runtime),
  ...withSessions(runtime),
}));
