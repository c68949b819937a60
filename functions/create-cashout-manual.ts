// POST /create-cashout-manual: creates a cashout to bank details. It stays NEW until a second call approves it.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createManual } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createManual(deps, endpoints.createCashoutManual);

export const handler = start(makeHandler, makeCore);
