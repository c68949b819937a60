// No HTTP: companies, clients, accounts, policies and keys, as an operator asks for them (npm run admin).

import { administerCall } from '../lib/admin-schemas.ts';
import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { administerRoute } from '../lib/middleware/admin-calls.ts';

export const makeHandler = (deps: Deps) => adminHandler(deps, administerCall, administerRoute);

export const handler = start(makeHandler);
