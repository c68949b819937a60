// POST /create-cashoutmanual-self-approve (the contract's spelling): creates and approves a cashout to bank details
// in one write.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createManual } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createManual(deps, endpoints.createCashoutManualSelfApprove);

export const handler = start(makeHandler, makeCore);
