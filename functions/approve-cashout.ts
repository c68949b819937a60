// POST /approve-cashout: moves a NEW cashout to PROCESSING; a background task completes it.

import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { approveHandler } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/endpoints.ts';

export const makeHandler = (deps: Core) => approveHandler(deps, endpoints.approveCashout);

export const handler = start(makeHandler, makeCore);
