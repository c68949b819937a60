// Queue chargebacks: each one is looked up at the network until it has ended, and its end becomes an event.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { pollChargeback } from '../lib/operations/poll-chargeback.ts';
import { idMessage } from '../lib/queues.ts';

export const makeHandler = (deps: Deps) =>
  queueHandler(
    deps,
    'chargebacks',
    idMessage,
    ({ id }) => pollChargeback(deps, id),
    ({ id }) => ({ chargebackId: id }),
  );

export const handler = start(makeHandler);
