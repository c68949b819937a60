// POST /v3/cashouts/approve-many: approves many cashouts in one call (an extension: docs/decisions/product/rules.md).

import { lambda } from '../lib/app/lambda.ts';
import { approveCashout } from '../lib/approval/approve-cashout.ts';
import { presentApproved } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/decide-many-endpoints.ts';
import { decideMany } from '../lib/approval/decide-many-handler.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.approveMany, async ({ caller, body }, event) => {
    const { done, rest } = await decideMany(deps, event, body.cashouts, async (id, digest) =>
      presentApproved(await approveCashout(deps, caller, id, digest)),
    );
    return { body: { worked: true, approved: done, ...rest } };
  }),
);
