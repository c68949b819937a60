// Queue network-events: applies each notice of the network once.

import { makeCore } from '../lib/app/core.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { applyNetworkEvent } from '../lib/incoming/apply-network-event.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';
import { networkEvent, noticeSubject } from '../lib/network/event.ts';

export const makeHandler = (deps: Core & WithMoney & WithNetwork & WithQueues) =>
  queueHandler(
    deps,
    'network-events',
    networkEvent,
    (event) => applyNetworkEvent(deps, event),
    noticeSubject,
  );

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
  ...withQueues(runtime),
}));
