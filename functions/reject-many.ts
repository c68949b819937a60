// POST /v3/cashouts/reject-many: ends many NEW cashouts as CANCELLED in one call (an extension:
// docs/decisions/product/rules.md).

import { lambda } from '../lib/app/lambda.ts';
import * as endpoints from '../lib/approval/decide-many-endpoints.ts';
import { decideMany } from '../lib/approval/decide-many-handler.ts';
import { rejectCashout } from '../lib/approval/reject-cashout.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.rejectMany, async ({ caller, body }, event) => {
    const { done, rest } = await decideMany(deps, event, body.cashouts, async (id, digest) =>
      presentCashout(await rejectCashout(deps, caller, id, body.reason, digest), 'lookup'),
    );
    return { body: { worked: true, rejected: done, ...rest } };
  }),
);
