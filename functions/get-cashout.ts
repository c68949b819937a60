// GET /v3/cashouts/{id}: one transaction as it is now (an extension, README: Decisions).

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { findCashout } from '../lib/operations/find-cashout.ts';
import { presentCashout } from '../lib/present.ts';
import { cashoutPath } from '../lib/schemas.ts';

const route = { auth: 'token', path: cashoutPath } as const;

export const makeHandler = (deps: Deps) =>
  apiHandler(deps, route, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    const { cashout } = await findCashout(deps, caller, path.id);
    return { body: presentCashout(cashout, 'lookup') };
  });

export const handler = start(makeHandler);
