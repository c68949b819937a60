// Queue network-events: applies each notice of the network once.

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { withMoney } from '../lib/app/stores.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { applyNetworkEvent } from '../lib/incoming/apply-network-event.ts';
import { networkEvent, noticeSubject } from '../lib/network/event.ts';

export const { makeHandler, handler } = lambda([withMoney, withNetwork, withQueues], (deps) =>
  queueHandler(
    deps,
    'network-events',
    networkEvent,
    (event) => applyNetworkEvent(deps, event),
    noticeSubject,
  ),
);
