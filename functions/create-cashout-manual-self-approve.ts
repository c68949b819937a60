// POST /create-cashoutmanual-self-approve (path spelt by the contract): to bank details, approved in the same write.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { createManual } from '../lib/middleware/create-handler.ts';

export const makeHandler = (deps: Deps) => createManual(deps, 'create-cashoutmanual-self-approve');

export const handler = start(makeHandler);
