// Schedule: payments received and reports about them, as the PSP lists them. Without a PSP there is nothing to ask.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { pollNetwork } from '../lib/operations/poll-network.ts';

export const makeHandler = (deps: Deps) => () => pollNetwork(deps);

export const handler = start(makeHandler);
