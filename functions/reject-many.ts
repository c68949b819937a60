// POST /v3/cashouts/reject-many: ends many NEW cashouts as CANCELLED in one call (an extension:
// docs/decisions/product/rules.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import * as endpoints from '../lib/approval/decide-many-endpoints.ts';
import { decideMany } from '../lib/approval/decide-many-handler.ts';
import { rejectCashout } from '../lib/approval/reject-cashout.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.rejectMany, async ({ caller, body }, event) => {
    const { done, rest } = await decideMany(deps, event, body.cashouts, async (id, digest) =>
      presentCashout(await rejectCashout(deps, caller, id, body.reason, digest), 'lookup'),
    );
    return { body: { worked: true, rejected: done, ...rest } };
  });

export const handler = start(makeHandler, makeCore);
