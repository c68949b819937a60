// Schedule: payments received and reports about them, as the PSP lists them. Without a PSP there is nothing to ask.

import { makeCore } from '../lib/app/core.ts';
import type { Core, WithInbox, WithQueues } from '../lib/app/deps.ts';
import { withInbox, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { pollNetwork } from '../lib/incoming/poll-network.ts';

export const makeHandler = (deps: Core & WithInbox & WithQueues) => () => pollNetwork(deps);

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withInbox(ground),
  ...withQueues(ground),
}));
