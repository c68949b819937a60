// POST /approve-cashout-manual: does the same as /approve-cashout, under the contract's path for bank details.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { approveHandler } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/endpoints.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => approveHandler(deps, endpoints.approveCashoutManual);

export const handler = start(makeHandler, makeCore);
