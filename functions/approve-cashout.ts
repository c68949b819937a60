// POST /approve-cashout and /approve-cashout-manual: moves a NEW cashout of either kind to PROCESSING; a background
// task completes it.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { approveCashout } from '../lib/operations/approve-cashout.ts';
import { presentWinner } from '../lib/present.ts';
import { approveCashoutBody } from '../lib/schemas.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token and hmac', audience: 'api', body: approveCashoutBody } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, body }, event) => {
    event.subject = { cashoutId: body.id };
    return { body: presentWinner(await approveCashout(deps, caller, body.id), 'approve') };
  });

export const handler = start(makeHandler, makeCore);
