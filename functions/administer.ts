// No HTTP: companies, clients, accounts, policies, keys and waiting payments, as an operator asks (npm run admin).

import { administerCall } from '../lib/admin-schemas.ts';
import { makeCore } from '../lib/core.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { administerRoute } from '../lib/middleware/admin-calls.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithQueues) => adminHandler(deps, administerCall, administerRoute);

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
