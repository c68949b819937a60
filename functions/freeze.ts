// No HTTP: stops payouts of an account, a client or a company, and says what is in flight (npm run admin -- freeze).

import { freezeCall } from '../lib/admin-schemas.ts';
import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { freezeRoute } from '../lib/middleware/admin-calls.ts';

export const makeHandler = (deps: Deps) => adminHandler(deps, freezeCall, freezeRoute);

export const handler = start(makeHandler);
