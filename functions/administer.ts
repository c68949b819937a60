// Invoked directly, without HTTP: runs operators' calls about companies, clients, accounts, policies, keys, waiting
// payments, and payments that only people can end (npm run admin).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { withBatches, withLists, withMoney, withOperating, withSynthetic } from '../lib/app/stores.ts';
import { administerCall, administerRoute } from '../lib/operating/admin-calls.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';

export const { makeHandler, handler } = lambda(
  [withMoney, withOperating, withNetwork, withQueues, withLists, withBatches, withSynthetic],
  (deps) => adminHandler(deps, administerCall, administerRoute),
);
