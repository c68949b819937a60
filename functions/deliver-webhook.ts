// Queues webhook-deliveries and slow-webhook-deliveries: makes one attempt to deliver one event to one webhook.

import { makeCore } from '../lib/app/core.ts';
import { withOutbound, withQueues } from '../lib/app/live.ts';
import { deliveryMessage } from '../lib/app/queues.ts';
import { start } from '../lib/app/start.ts';
import { queueHandler } from '../lib/http/queue.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithOutbound } from '../lib/platform/deps.ts';
import { deliverWebhook } from '../lib/webhook/deliver-webhook.ts';

export const makeHandler = (deps: Core & WithOutbound & WithQueues) =>
  queueHandler(
    deps,
    'webhook-deliveries',
    deliveryMessage,
    (message) => deliverWebhook(deps, message),
    ({ webhook }) => ({ webhookId: webhook.id }),
  );

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withOutbound(runtime),
  ...withQueues(runtime),
}));
