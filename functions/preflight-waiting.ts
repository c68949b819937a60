// GET /v3/cashouts/{id}/preflight: shows the payee of a waiting cashout to users who may approve it (an extension:
// docs/decisions/product/desk.md).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withPreflights } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';
import * as endpoints from '../lib/preflight/endpoints.ts';
import type { WithPreflights } from '../lib/preflight/preflight-store.ts';
import { preflightWaiting } from '../lib/preflight/preflight-waiting.ts';
import { presentWaiting } from '../lib/preflight/present.ts';

export const makeHandler = (deps: Core & WithNetwork & WithPreflights) =>
  apiHandler(deps, endpoints.preflightWaiting, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: presentWaiting(await preflightWaiting(deps, caller, path.id)) };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withNetwork(runtime),
  ...withPreflights(runtime),
}));
