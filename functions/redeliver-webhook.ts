// POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver: sends the event again (an extension:
// docs/decisions/contract/webhooks.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { presentDelivery } from '../lib/webhook/present.ts';
import { redeliverWebhook } from '../lib/webhook/redeliver-webhook.ts';

export const makeHandler = (deps: Core & WithQueues) =>
  apiHandler(deps, endpoints.redeliverWebhook, async ({ caller, path }) => {
    const delivery = await redeliverWebhook(deps, caller, path.webhook_id, path.delivery_id);
    return { body: { worked: true, ...presentDelivery(delivery) } };
  });

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withQueues(runtime) }));
