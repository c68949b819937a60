// Queue chargebacks: each one is looked up at the network until it has ended, and its end becomes an event.

import { makeCore } from '../lib/core.ts';
import type { Core, WithNetwork, WithQueues } from '../lib/deps.ts';
import { withNetwork, withQueues } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { pollChargeback } from '../lib/operations/poll-chargeback.ts';
import { idMessage } from '../lib/queues.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithNetwork & WithQueues) =>
  queueHandler(
    deps,
    'chargebacks',
    idMessage,
    ({ id }) => pollChargeback(deps, id),
    ({ id }) => ({ chargebackId: id }),
  );

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withNetwork(ground),
  ...withQueues(ground),
}));
