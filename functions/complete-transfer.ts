// Queue transfers: processes one step of a PROCESSING cashout on its way to SUCCESS, ERROR or CANCELLED.

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { withBacklogs, withMoney } from '../lib/app/stores.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import { takeStep } from '../lib/payout/take-step.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';
import { traced } from '../lib/platform/traces.ts';

export const { makeHandler, handler } = lambda([withMoney, withNetwork, withQueues, withBacklogs], (deps) => {
  const { run, about } = workIds(
    deps,
    'transfers',
    traced(deps, { name: 'completeTransfer', after: 'approved' }, (id) => takeStep(deps, id)),
    (cashoutId) => ({ cashoutId }),
    deps.backlogSlots,
  );
  return queueHandler(deps, 'transfers', idsMessage, run, about);
});
