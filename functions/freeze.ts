// No HTTP: stops payouts of an account, a client or a company, and says what is in flight (npm run admin -- freeze).

import { freezeCall } from '../lib/admin-schemas.ts';
import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { freezeRoute } from '../lib/middleware/admin-calls.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => adminHandler(deps, freezeCall, freezeRoute);

export const handler = start(makeHandler, makeCore);
