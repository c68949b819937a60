// Queue webhook-events: every state change a cashout still owes becomes one recorded event, and one delivery for
// each webhook that wants it.

import { makeCore } from '../lib/core.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { recordOwedEvents } from '../lib/operations/record-owed-events.ts';
import { idMessage } from '../lib/queues.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithQueues) =>
  queueHandler(
    deps,
    'webhook-events',
    idMessage,
    ({ id }) => recordOwedEvents(deps, id),
    ({ id }) => ({ cashoutId: id }),
  );

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
