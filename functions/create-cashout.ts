// POST /create-cashout: creates a cashout to a PIX key. It stays NEW until a second call approves it.

import { lambda } from '../lib/app/lambda.ts';
import { createByKey } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) => createByKey(deps, endpoints.createCashout));
