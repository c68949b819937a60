// POST under /console: creates, approves and rejects payments for people (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withAudit, withMoney, withPreflights, withRecoveries, withSessions } from '../lib/app/stores.ts';
import { actApp } from '../lib/console/act-handler.ts';
import type { ActDeps } from '../lib/console/deps.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: ActDeps) => serveConsole(deps, actApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withAudit(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
  ...withPreflights(runtime),
  ...withRecoveries(runtime),
  ...withSessions(runtime),
}));
