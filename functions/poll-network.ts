// Schedule: reads the PSP's lists of received payments and of reports about them, if there is a PSP.

import { makeCore } from '../lib/app/core.ts';
import type { Core, WithInbox, WithMoney, WithQueues } from '../lib/app/deps.ts';
import { withInbox, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import { pollNetwork } from '../lib/incoming/poll-network.ts';

export const makeHandler = (deps: Core & WithMoney & WithInbox & WithQueues) => () => pollNetwork(deps);

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withMoney(ground),
  ...withInbox(ground),
  ...withQueues(ground),
}));
