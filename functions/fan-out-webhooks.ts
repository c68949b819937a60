// Queue webhook-events: records each pending event of a cashout, and each event sent as a message, once, and
// makes a delivery for each webhook that wants it.

import * as z from 'zod';
import { makeCore } from '../lib/app/core.ts';
import type { Core, WithQueues } from '../lib/app/deps.ts';
import { withQueues } from '../lib/app/live.ts';
import { eventMessage } from '../lib/app/queues.ts';
import { start } from '../lib/app/start.ts';
import { eventSubject } from '../lib/base/correlation.ts';
import { recordOwedEvents } from '../lib/cashout/record-owed-events.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';
import { recordEvent } from '../lib/webhook/record-event.ts';

export const makeHandler = (deps: Core & WithQueues) => {
  const rows = workIds(
    deps,
    'webhook-events',
    (id) => recordOwedEvents(deps, id),
    (cashoutId) => ({ cashoutId }),
  );
  return queueHandler(
    deps,
    'webhook-events',
    z.union([idsMessage, eventMessage]),
    (message) => ('event' in message ? recordEvent(deps, message.event) : rows.run(message)),
    (message) => ('event' in message ? eventSubject(message.event.id) : rows.about(message)),
  );
};

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
