// Every path or method that is not a route: 404 in the same shape as every other refusal.

import type { Base } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';

export const makeHandler = (deps: Base) => openHandler(deps, async () => refuse('route_not_found'));

export const handler = start(makeHandler, (ground) => ground);
