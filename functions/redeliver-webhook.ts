// POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver: sends the event again (an extension:
// docs/decisions/contract/webhooks.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { presentDelivery } from '../lib/webhook/present.ts';
import { redeliverWebhook } from '../lib/webhook/redeliver-webhook.ts';

export const { makeHandler, handler } = lambda([withQueues], (deps) =>
  apiHandler(deps, endpoints.redeliverWebhook, async ({ caller, path }) => {
    const delivery = await redeliverWebhook(deps, caller, path.webhook_id, path.delivery_id);
    return { body: { worked: true, ...presentDelivery(delivery) } };
  }),
);
