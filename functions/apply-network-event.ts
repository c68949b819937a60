// Queue network-events: what the network tells us of its own accord, applied once each.

import { makeCore } from '../lib/core.ts';
import type { Core, WithNetwork, WithQueues } from '../lib/deps.ts';
import { withNetwork, withQueues } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { networkEvent, noticeSubject } from '../lib/network-event.ts';
import { applyNetworkEvent } from '../lib/operations/apply-network-event.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithNetwork & WithQueues) =>
  queueHandler(
    deps,
    'network-events',
    networkEvent,
    (event) => applyNetworkEvent(deps, event),
    noticeSubject,
  );

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withNetwork(ground),
  ...withQueues(ground),
}));
