// Queue webhook-events: every state change a cashout still owes becomes one recorded event.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { recordEvents } from '../lib/operations/record-events.ts';
import { idMessage } from '../lib/queues.ts';

export const makeHandler = (deps: Deps) =>
  queueHandler(deps, 'webhook-events', idMessage, ({ id }) => recordEvents(deps, id));

export const handler = start(makeHandler);
