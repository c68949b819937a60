// POST /create-cashout: creates a cashout to a PIX key. It stays NEW until a second call approves it.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { createByKey } from '../lib/cashout/create-handler.ts';
import * as endpoints from '../lib/cashout/endpoints.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) => createByKey(deps, endpoints.createCashout);

export const handler = start(makeHandler, makeCore);
