// POST /create-cashout-manual: a cashout to bank details, left NEW for a second call to approve.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createManual } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createManual(deps, 'create-cashout-manual');

export const handler = start(makeHandler);
