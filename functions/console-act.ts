// POST under /console: creates, approves and rejects payments for people (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withAudit, withMoney, withPreflights, withRecoveries, withSessions } from '../lib/app/stores.ts';
import { actApp } from '../lib/console/act-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda(
  [withAudit, withMoney, withNetwork, withPreflights, withRecoveries, withSessions],
  (deps) => serveConsole(deps, actApp(deps)),
);
