// Queues webhook-deliveries and slow-webhook-deliveries: makes one attempt to deliver one event to one webhook.

import { lambda } from '../lib/app/lambda.ts';
import { withOutbound, withQueues } from '../lib/app/live.ts';
import { deliveryMessage } from '../lib/app/queues.ts';
import { queueHandler } from '../lib/http/queue.ts';
import { deliverWebhook } from '../lib/webhook/deliver-webhook.ts';

export const { makeHandler, handler } = lambda([withOutbound, withQueues], (deps) =>
  queueHandler(
    deps,
    'webhook-deliveries',
    deliveryMessage,
    (message) => deliverWebhook(deps, message),
    ({ webhook }) => ({ webhookId: webhook.id }),
  ),
);
