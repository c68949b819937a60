// Schedule: reads the PSP's lists of received payments and of reports about these payments, and our balance at the
// PSP, if a PSP is configured.

import { makeCore } from '../lib/app/core.ts';
import { withBalances, withInbox, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withListMarks, withMoney } from '../lib/app/stores.ts';
import { type PollDeps, pollNetwork } from '../lib/incoming/poll-network.ts';

export const makeHandler = (deps: PollDeps) => () => pollNetwork(deps);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withBalances(runtime),
  ...withInbox(runtime),
  ...withListMarks(runtime),
  ...withQueues(runtime),
}));
