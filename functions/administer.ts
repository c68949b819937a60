// Invoked directly, without HTTP: runs operators' calls about companies, clients, accounts, policies, keys, waiting
// payments, and payments that only people can end (npm run admin).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBatches, withLists, withMoney, withOperating, withSynthetic } from '../lib/app/stores.ts';
import { administerRoute } from '../lib/operating/admin-calls.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import type { Administering } from '../lib/operating/administering.ts';
import { administerCall } from '../lib/operating/schemas.ts';

export const makeHandler = (deps: Administering) => adminHandler(deps, administerCall, administerRoute);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withOperating(runtime),
  ...withNetwork(runtime),
  ...withQueues(runtime),
  ...withLists(runtime),
  ...withBatches(runtime),
  ...withSynthetic(runtime),
}));
