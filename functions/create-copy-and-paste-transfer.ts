// POST /create-copy-and-paste-transfer: creates and approves a cashout that pays a BR Code, in one write.

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { createFromCode } from '../lib/cashout/create-from-code-handler.ts';

export const { makeHandler, handler } = lambda([withNetwork], (deps) => createFromCode(deps));
