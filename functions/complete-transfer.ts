// Queue transfers: PROCESSING one step nearer to SUCCESS, ERROR or CANCELLED.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { completeTransfer } from '../lib/operations/complete-transfer.ts';
import { idMessage } from '../lib/queues.ts';

export const makeHandler = (deps: Deps) =>
  queueHandler(
    deps,
    'transfers',
    idMessage,
    ({ id }) => completeTransfer(deps, id),
    ({ id }) => ({ cashoutId: id }),
  );

export const handler = start(makeHandler);
