// POST /create-cashout-self-approve: a cashout to a PIX key, created and approved in the same write.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createByKey } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createByKey(deps, 'create-cashout-self-approve');

export const handler = start(makeHandler);
