// POST /create-cashoutmanual-self-approve (the contract's spelling): creates and approves a cashout to bank details
// in one write.

import { lambda } from '../lib/app/lambda.ts';
import { createManual } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  createManual(deps, endpoints.createCashoutManualSelfApprove),
);
