// Queue network-events: what the network tells us of its own accord, applied once each.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { networkEvent, noticeSubject } from '../lib/network-event.ts';
import { applyNetworkEvent } from '../lib/operations/apply-network-event.ts';

export const makeHandler = (deps: Deps) =>
  queueHandler(
    deps,
    'network-events',
    networkEvent,
    (event) => applyNetworkEvent(deps, event),
    noticeSubject,
  );

export const handler = start(makeHandler);
