// GET /v3/cashouts/{id}: shows one cashout in its current state (an extension: docs/decisions/contract/look-ups.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { findCashout } from '../lib/cashout/find-cashout.ts';
import * as endpoints from '../lib/cashout/look-up-endpoints.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { apiHandler } from '../lib/http/api.ts';
import { retryAfter } from '../lib/http/retry-after.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.getCashout, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    const { cashout } = await findCashout(deps, caller, path.id);
    return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
  });

export const handler = start(makeHandler, makeCore);
