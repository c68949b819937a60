// POST /create-cashout-self-approve: a cashout to a PIX key, created and approved in the same write.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { createByKey } from '../lib/middleware/create-handler.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => createByKey(deps, 'create-cashout-self-approve');

export const handler = start(makeHandler, makeCore);
