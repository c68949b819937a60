// POST /approve-cashout: changes a NEW cashout to PROCESSING; a background task completes it.

import { lambda } from '../lib/app/lambda.ts';
import { approveHandler } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) => approveHandler(deps, endpoints.approveCashout));
