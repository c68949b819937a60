// POST /v3/cashouts/{id}/reject: ends a NEW cashout as CANCELLED (an extension:
// docs/decisions/product/rejecting-and-expiring.md).

import { lambda } from '../lib/app/lambda.ts';
import * as endpoints from '../lib/approval/endpoints.ts';
import { rejectCashout } from '../lib/approval/reject-cashout.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.rejectCashout, async ({ caller, path, body }, event) => {
    event.subject = { cashoutId: path.id };
    requireSameId(path, body);
    return { body: presentCashout(await rejectCashout(deps, caller, path.id, body.reason), 'lookup') };
  }),
);
