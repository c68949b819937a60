// POST /create-cashout-self-approve: creates and approves a cashout to a PIX key in one write.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createByKey } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createByKey(deps, endpoints.createCashoutSelfApprove);

export const handler = start(makeHandler, makeCore);
