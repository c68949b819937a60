// Queue transfers: processes one step of a PROCESSING cashout on its way to SUCCESS, ERROR or CANCELLED.

import { makeCore } from '../lib/app/core.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBacklogs, withMoney } from '../lib/app/stores.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';
import { completeTransfer } from '../lib/payout/complete-transfer.ts';
import type { WithBacklogs } from '../lib/platform/deps.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';
import { traced } from '../lib/platform/traces.ts';

export const makeHandler = (deps: Core & WithBacklogs & WithMoney & WithNetwork & WithQueues) => {
  const { run, about } = workIds(
    deps,
    'transfers',
    traced(deps, { name: 'completeTransfer', after: 'approved' }, (id) => completeTransfer(deps, id)),
    (cashoutId) => ({ cashoutId }),
    deps.backlogSlots,
  );
  return queueHandler(deps, 'transfers', idsMessage, run, about);
};

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
  ...withQueues(runtime),
  ...withBacklogs(runtime),
}));
