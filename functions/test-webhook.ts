// POST /api/webhooks/{webhook_id}/test: sends a test event through the normal delivery path (an extension).

import { makeCore } from '../lib/core.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { start } from '../lib/start.ts';
import { webhookPath } from '../lib/webhook/schemas.ts';
import { testWebhook } from '../lib/webhook/test-webhook.ts';

const route = { auth: 'token and hmac', path: webhookPath } as const;

export const makeHandler = (deps: Core & WithQueues) =>
  apiHandler(deps, route, async ({ caller, path }) => {
    const { sequence, eventId } = await testWebhook(deps, caller, path.webhook_id);
    return { body: { worked: true, delivery_id: sequence, event_id: eventId } };
  });

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
