// GET and POST under /console/money-back: serves the pages on which people refund payments of QR codes
// (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withAudit, withMoney, withSessions } from '../lib/app/stores.ts';
import { moneyBackApp } from '../lib/console/money-back-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda([withAudit, withMoney, withNetwork, withSessions], (deps) =>
  serveConsole(deps, moneyBackApp(deps)),
);
