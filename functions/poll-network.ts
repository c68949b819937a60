// Schedule: reads the PSP's lists of received payments and of reports about these payments, and our balance at the
// PSP, if a PSP is configured. At the same time it follows the recoveries of payouts.

import { lambda } from '../lib/app/lambda.ts';
import { withBalances, withInbox, withNetwork, withQueues } from '../lib/app/live.ts';
import { withListMarks, withMoney, withRecoveries } from '../lib/app/stores.ts';
import { sweepRecoveries } from '../lib/funds-recovery/sweep-recoveries.ts';
import { pollNetwork } from '../lib/incoming/poll-network.ts';

export const { makeHandler, handler } = lambda(
  [withMoney, withBalances, withInbox, withListMarks, withQueues, withNetwork, withRecoveries],
  (deps) => async () => {
    const [polled, swept] = await Promise.allSettled([pollNetwork(deps), sweepRecoveries(deps)]);
    // Both run to their end, even if one of them fails.
    if (polled.status === 'rejected') throw polled.reason;
    if (swept.status === 'rejected') throw swept.reason;
    return polled.value;
  },
);
