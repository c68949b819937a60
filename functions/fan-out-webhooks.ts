// Queue webhook-events: records each pending event of a cashout and each event sent as a message, once. Starts the
// deliveries of each page of events.

import * as z from 'zod';
import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { eventMessage, pageMessage } from '../lib/app/queues.ts';
import { eventSubject } from '../lib/base/correlation.ts';
import { recordPendingEvents } from '../lib/cashout/record-pending-events.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { workIds } from '../lib/http/work-ids.ts';
import { idsMessage } from '../lib/platform/ids-message.ts';
import { fanOut } from '../lib/webhook/fan-out.ts';
import { recordEvent } from '../lib/webhook/record-event.ts';

const name = 'webhook-events';
const wanted = z.union([idsMessage, eventMessage, pageMessage]);

export const { makeHandler, handler } = lambda([withQueues], (deps) => {
  const rows = workIds(
    deps,
    name,
    (id) => recordPendingEvents(deps, id),
    (cashoutId) => ({ cashoutId }),
  );
  const run = async (message: z.output<typeof wanted>) => {
    if ('event' in message) return recordEvent(deps, message.event);
    if ('page' in message) return fanOut(deps, message.account, message.page);
    return rows.run(message);
  };
  return queueHandler(deps, name, wanted, run, (message) => {
    if ('event' in message) return eventSubject(message.event.id);
    return 'ids' in message ? rows.about(message) : {};
  });
});
