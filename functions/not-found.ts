// Every path or method that is not a route: 404 in the same shape as every other refusal.

import type { Deps } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { start } from '../lib/live.ts';
import { openHandler } from '../lib/middleware/api.ts';

export const makeHandler = (deps: Deps) => openHandler(deps, async () => refuse('route_not_found'));

export const handler = start(makeHandler);
