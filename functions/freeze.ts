// No HTTP: stops payouts of an account, a client or a company, and says what is in flight (npm run admin -- freeze).

import { freezeCall } from '../lib/admin-schemas.ts';
import { makeCore } from '../lib/core.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { adminHandler } from '../lib/middleware/admin.ts';
import { freezeRoute } from '../lib/middleware/admin-calls.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithQueues) => adminHandler(deps, freezeCall, freezeRoute);

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
