// DELETE /api/webhooks/{webhook_id}: deletes a webhook at once and permanently (spec).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { deleteWebhook } from '../lib/webhook/delete-webhook.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.deleteWebhook, async ({ caller, path }) => {
    await deleteWebhook(deps, caller, path.webhook_id);
    return { body: { message: 'Webhook deleted successfully' } };
  });

export const handler = start(makeHandler, makeCore);
