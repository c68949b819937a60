// Queue transfers: PROCESSING one step nearer to SUCCESS, ERROR or CANCELLED.

import { makeCore } from '../lib/core.ts';
import type { Core, WithNetwork, WithQueues } from '../lib/deps.ts';
import { withNetwork, withQueues } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { completeTransfer } from '../lib/operations/complete-transfer.ts';
import { idMessage } from '../lib/queues.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithNetwork & WithQueues) =>
  queueHandler(
    deps,
    'transfers',
    idMessage,
    ({ id }) => completeTransfer(deps, id),
    ({ id }) => ({ cashoutId: id }),
  );

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withNetwork(ground),
  ...withQueues(ground),
}));
