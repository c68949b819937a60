// Queue chargebacks: looks up a chargeback at the network until it has ended, and records its end as an event.

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { withMoney } from '../lib/app/stores.ts';
import { pollChargeback } from '../lib/chargeback/poll-chargeback.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';

export const { makeHandler, handler } = lambda([withMoney, withNetwork, withQueues], (deps) => {
  const { run, about } = workIds(
    deps,
    'chargebacks',
    (id) => pollChargeback(deps, id),
    (chargebackId) => ({ chargebackId }),
  );
  return queueHandler(deps, 'chargebacks', idsMessage, run, about);
});
