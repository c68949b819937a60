// Queue webhook-events: every state change a cashout still owes, and every event that came whole, becomes one recorded
// event, and one delivery for each webhook that wants it.

import * as z from 'zod';
import { makeCore } from '../lib/core.ts';
import { eventSubject } from '../lib/correlation.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { recordOwedEvents } from '../lib/operations/record-owed-events.ts';
import { eventMessage, idMessage } from '../lib/queues.ts';
import { start } from '../lib/start.ts';
import { recordEvent } from '../lib/webhook/record-event.ts';

export const makeHandler = (deps: Core & WithQueues) =>
  queueHandler(
    deps,
    'webhook-events',
    z.union([idMessage, eventMessage]),
    (message) => ('event' in message ? recordEvent(deps, message.event) : recordOwedEvents(deps, message.id)),
    (message) => ('event' in message ? eventSubject(message.event.id) : { cashoutId: message.id }),
  );

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
