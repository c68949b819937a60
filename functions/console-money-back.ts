// GET and POST under /console/money-back: serves the pages on which people refund payments of QR codes
// (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withAudit, withMoney, withSessions } from '../lib/app/stores.ts';
import type { MoneyBackDeps } from '../lib/console/deps.ts';
import { moneyBackApp } from '../lib/console/money-back-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: MoneyBackDeps) => serveConsole(deps, moneyBackApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withAudit(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
  ...withSessions(runtime),
}));
