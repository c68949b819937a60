// POST /create-manual-transfer: a cashout to bank details by a web client, with a one-time code instead of an
// hmac, created and approved in the same write.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createManualWithCode } from '../lib/cashout/create-with-code-handler.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createManualWithCode(deps);

export const handler = start(makeHandler, makeCore);
