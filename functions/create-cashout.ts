// POST /create-cashout: a cashout to a PIX key, left NEW for a second call to approve.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { createByKey } from '../lib/middleware/create-handler.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => createByKey(deps, 'create-cashout');

export const handler = start(makeHandler, makeCore);
