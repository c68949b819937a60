// POST /approve-cashout: moves a NEW cashout to PROCESSING; a background task completes it.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { approveHandler } from '../lib/middleware/approve-handler.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => approveHandler(deps);

export const handler = start(makeHandler, makeCore);
