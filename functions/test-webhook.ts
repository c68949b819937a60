// POST /api/webhooks/{webhook_id}/test: sends a test event in the same way as real events (an extension:
// docs/decisions/contract/webhooks.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { testWebhook } from '../lib/webhook/test-webhook.ts';

export const { makeHandler, handler } = lambda([withQueues], (deps) =>
  apiHandler(deps, endpoints.testWebhook, async ({ caller, path }) => {
    const { sequence, eventId } = await testWebhook(deps, caller, path.webhook_id);
    return { body: { worked: true, delivery_id: sequence, event_id: eventId } };
  }),
);
