// POST /create-cashout-manual: a cashout to bank details, left NEW for a second call to approve.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { createManual } from '../lib/middleware/create-handler.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => createManual(deps, 'create-cashout-manual');

export const handler = start(makeHandler, makeCore);
