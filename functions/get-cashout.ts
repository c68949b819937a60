// GET /v3/cashouts/{id}: one transaction as it is now (an extension, decision 8).

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { findCashout } from '../lib/operations/find-cashout.ts';
import { presentCashout } from '../lib/present.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { cashoutPath } from '../lib/schemas.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token', path: cashoutPath } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    const { cashout } = await findCashout(deps, caller, path.id);
    return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
  });

export const handler = start(makeHandler, makeCore);
