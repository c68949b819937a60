// Queues webhook-deliveries and slow-webhook-deliveries: one attempt to deliver one event to one webhook.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { queueHandler } from '../lib/middleware/queue.ts';
import { deliverWebhook } from '../lib/operations/deliver-webhook.ts';
import { deliveryMessage } from '../lib/queues.ts';

export const makeHandler = (deps: Deps) =>
  queueHandler(
    deps,
    'webhook-deliveries',
    deliveryMessage,
    (message) => deliverWebhook(deps, message),
    ({ webhook }) => ({ webhookId: webhook.id }),
  );

export const handler = start(makeHandler);
