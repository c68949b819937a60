// POST /create-copy-and-paste-transfer: creates and approves a cashout that pays a BR Code, in one write.

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { createFromCode } from '../lib/cashout/create-from-code-handler.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';

export const makeHandler = (deps: Core & WithNetwork) => createFromCode(deps);

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withNetwork(runtime) }));
