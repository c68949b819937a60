// GET /v3/cashouts/{id}: shows one cashout in its current state (an extension: docs/decisions/contract/look-ups.md).

import { lambda } from '../lib/app/lambda.ts';
import { findCashout } from '../lib/cashout/find-cashout.ts';
import * as endpoints from '../lib/cashout/look-up-endpoints.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { apiHandler } from '../lib/http/api.ts';
import { retryAfter } from '../lib/http/retry-after.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getCashout, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    const { cashout } = await findCashout(deps, caller, path.id);
    return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
  }),
);
