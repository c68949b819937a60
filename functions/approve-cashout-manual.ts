// POST /approve-cashout-manual: does the same as /approve-cashout, under the contract's path for bank details.

import { lambda } from '../lib/app/lambda.ts';
import { approveHandler } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  approveHandler(deps, endpoints.approveCashoutManual),
);
