// Queue chargebacks: looks up a chargeback at the network until it has ended, and records its end as an event.

import { makeCore } from '../lib/app/core.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import { pollChargeback } from '../lib/chargeback/poll-chargeback.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';

export const makeHandler = (deps: Core & WithMoney & WithNetwork & WithQueues) => {
  const { run, about } = workIds(
    deps,
    'chargebacks',
    (id) => pollChargeback(deps, id),
    (chargebackId) => ({ chargebackId }),
  );
  return queueHandler(deps, 'chargebacks', idsMessage, run, about);
};

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
  ...withQueues(runtime),
}));
