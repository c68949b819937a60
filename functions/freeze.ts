// Invoked directly, without HTTP: freezes and thaws the cashouts of an account, a client or a company. Lists the
// cashouts in progress and those that wait for their start (npm run admin -- freeze).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withLists, withMoney, withOperating } from '../lib/app/stores.ts';
import type { WithLists } from '../lib/cashout-list/list-store.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import type { WithOperating } from '../lib/operating/deps.ts';
import { freezeRoute } from '../lib/operating/freeze-route.ts';
import { freezeCall } from '../lib/operating/schemas.ts';

export const makeHandler = (deps: Core & WithMoney & WithOperating & WithLists & WithQueues) =>
  adminHandler(deps, freezeCall, freezeRoute);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withOperating(runtime),
  ...withLists(runtime),
  ...withQueues(runtime),
}));
