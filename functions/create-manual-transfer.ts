// POST /create-manual-transfer: creates and approves a cashout to bank details in one write. The caller is a web
// client, which sends a one-time code instead of an hmac.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createManualWithCode } from '../lib/cashout/create-with-code-handler.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createManualWithCode(deps);

export const handler = start(makeHandler, makeCore);
