// POST /api/webhooks/{webhook_id}/test: sends a test event in the same way as real events (an extension:
// docs/decisions/contract/webhooks.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { testWebhook } from '../lib/webhook/test-webhook.ts';

export const makeHandler = (deps: Core & WithQueues) =>
  apiHandler(deps, endpoints.testWebhook, async ({ caller, path }) => {
    const { sequence, eventId } = await testWebhook(deps, caller, path.webhook_id);
    return { body: { worked: true, delivery_id: sequence, event_id: eventId } };
  });

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withQueues(runtime) }));
