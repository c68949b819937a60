// POST /create-copy-and-paste-transfer: a cashout to what a BR Code says, created and approved in the same write.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createFromCode } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createFromCode(deps, 'create-copy-and-paste-transfer');

export const handler = start(makeHandler);
