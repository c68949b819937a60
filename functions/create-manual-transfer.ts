// POST /create-manual-transfer: creates and approves a cashout to bank details in one write. The caller is a web
// client, which sends a one-time code instead of an hmac.

import { lambda } from '../lib/app/lambda.ts';
import { createManualWithCode } from '../lib/cashout/create-with-code-handler.ts';

export const { makeHandler, handler } = lambda([], (deps) => createManualWithCode(deps));
