// POST /create-manual-transfer: a cashout to bank details from a person at a screen, allowed by a one-time code
// instead of an hmac, and approved in the same write.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { createManualWithCode } from '../lib/middleware/create-with-code.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => createManualWithCode(deps, 'create-manual-transfer');

export const handler = start(makeHandler, makeCore);
