// Schedule: reads the PSP's lists of received payments and of reports about these payments, and our balance at the
// PSP, if a PSP is configured. At the same time it follows the recoveries of payouts.

import { makeCore } from '../lib/app/core.ts';
import { withBalances, withInbox, withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withListMarks, withMoney, withRecoveries } from '../lib/app/stores.ts';
import type { RecoveryDeps } from '../lib/funds-recovery/deps.ts';
import { sweepRecoveries } from '../lib/funds-recovery/sweep-recoveries.ts';
import { type PollDeps, pollNetwork } from '../lib/incoming/poll-network.ts';

export const makeHandler = (deps: PollDeps & RecoveryDeps) => async () => {
  const [polled, swept] = await Promise.allSettled([pollNetwork(deps), sweepRecoveries(deps)]);
  // Neither keeps the other from its work.
  if (polled.status === 'rejected') throw polled.reason;
  if (swept.status === 'rejected') throw swept.reason;
  return polled.value;
};

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withBalances(runtime),
  ...withInbox(runtime),
  ...withListMarks(runtime),
  ...withQueues(runtime),
  ...withNetwork(runtime),
  ...withRecoveries(runtime),
}));
