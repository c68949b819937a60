// Every path or method that is not a route: 404 in the same shape as every other refusal.

import type { Base } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { openHandler } from '../lib/middleware/api.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Base) => openHandler(deps, async () => refuse('route_not_found'));

export const handler = start(makeHandler, (ground) => ground);
