// Schedule: reads the PSP's lists of received payments and of reports about these payments, and our balance at the
// PSP, if a PSP is configured.

import { makeCore } from '../lib/app/core.ts';
import { withBalances, withInbox, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import { pollNetwork } from '../lib/incoming/poll-network.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithBalances, WithInbox } from '../lib/network/deps.ts';

export const makeHandler = (deps: Core & WithMoney & WithBalances & WithInbox & WithQueues) => () =>
  pollNetwork(deps);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withBalances(runtime),
  ...withInbox(runtime),
  ...withQueues(runtime),
}));
