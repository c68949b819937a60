// No HTTP: operators' calls: companies, clients, accounts, policies, keys, waiting payments (npm run admin).

import { makeCore } from '../lib/app/core.ts';
import type { Core, WithQueues } from '../lib/app/deps.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { administerRoute } from '../lib/operating/admin-calls.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import { administerCall } from '../lib/operating/schemas.ts';

export const makeHandler = (deps: Core & WithQueues) => adminHandler(deps, administerCall, administerRoute);

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
