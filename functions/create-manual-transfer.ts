// POST /create-manual-transfer: a cashout to bank details from a person at a screen, allowed by a one-time code
// instead of an hmac, and approved in the same write.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createManualWithCode } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createManualWithCode(deps, 'create-manual-transfer');

export const handler = start(makeHandler);
