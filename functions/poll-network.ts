// Schedule: payments received and reports about them, as the PSP lists them. Without a PSP there is nothing to ask.

import { makeCore } from '../lib/core.ts';
import type { Core, WithInbox, WithQueues } from '../lib/deps.ts';
import { withInbox, withQueues } from '../lib/live.ts';
import { pollNetwork } from '../lib/operations/poll-network.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithInbox & WithQueues) => () => pollNetwork(deps);

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withInbox(ground),
  ...withQueues(ground),
}));
