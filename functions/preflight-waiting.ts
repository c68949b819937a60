// GET /v3/cashouts/{id}/preflight: shows the payee of a waiting cashout to users who may approve it (an extension:
// docs/decisions/product/desk.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withPreflights } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/preflight/endpoints.ts';
import { preflightWaiting } from '../lib/preflight/preflight-waiting.ts';
import { presentWaiting } from '../lib/preflight/present.ts';

export const { makeHandler, handler } = lambda([withNetwork, withPreflights], (deps) =>
  apiHandler(deps, endpoints.preflightWaiting, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: presentWaiting(await preflightWaiting(deps, caller, path.id)) };
  }),
);
