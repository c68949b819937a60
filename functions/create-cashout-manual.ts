// POST /create-cashout-manual: creates a cashout to bank details. It stays NEW until a second call approves it.

import { lambda } from '../lib/app/lambda.ts';
import { createManual } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  createManual(deps, endpoints.createCashoutManual),
);
