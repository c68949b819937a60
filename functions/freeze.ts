// Invoked directly, without HTTP: freezes and thaws the cashouts of an account, a client or a company. Lists the
// cashouts in progress and those that wait for their start (npm run admin -- freeze).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withLists, withMoney, withOperating } from '../lib/app/stores.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import { freezeCall, freezeRoute } from '../lib/operating/freeze-route.ts';

export const { makeHandler, handler } = lambda([withMoney, withOperating, withLists, withQueues], (deps) =>
  adminHandler(deps, freezeCall, freezeRoute),
);
