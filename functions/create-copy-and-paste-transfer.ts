// POST /create-copy-and-paste-transfer: a cashout to what a BR Code says, created and approved in the same write.

import { makeCore } from '../lib/core.ts';
import type { Core, WithNetwork } from '../lib/deps.ts';
import { withNetwork } from '../lib/live.ts';
import { createFromCode } from '../lib/middleware/create-from-code.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithNetwork) =>
  createFromCode(deps, 'create-copy-and-paste-transfer');

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withNetwork(ground) }));
