// POST /create-cashoutmanual-self-approve (path spelt by the contract): to bank details, approved in the same write.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { createManual } from '../lib/middleware/create-handler.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) => createManual(deps, 'create-cashoutmanual-self-approve');

export const handler = start(makeHandler, makeCore);
