// POST /create-cashout: a cashout to a PIX key, left NEW for a second call to approve.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createByKey } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createByKey(deps, 'create-cashout');

export const handler = start(makeHandler);
