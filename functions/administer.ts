// No HTTP: companies, clients, accounts, policies and keys, as an operator asks for them (npm run admin).

import { administerCall } from '../lib/admin-schemas.ts';
import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { administerRoute } from '../lib/middleware/admin-calls.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => adminHandler(deps, administerCall, administerRoute);

export const handler = start(makeHandler, makeCore);
