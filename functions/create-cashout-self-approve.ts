// POST /create-cashout-self-approve: creates and approves a cashout to a PIX key in one write.

import { lambda } from '../lib/app/lambda.ts';
import { createByKey } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  createByKey(deps, endpoints.createCashoutSelfApprove),
);
