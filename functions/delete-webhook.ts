// DELETE /api/webhooks/{webhook_id}: deletes a webhook at once and permanently (spec).

import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import { deleteWebhook } from '../lib/webhook/delete-webhook.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.deleteWebhook, async ({ caller, path }) => {
    await deleteWebhook(deps, caller, path.webhook_id);
    return { body: { message: 'Webhook deleted successfully' } };
  }),
);
