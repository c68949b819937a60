// GET /api/webhooks/{webhook_id}/deliveries: lists the webhook's deliveries, newest first (an extension:
// docs/webhooks.md).

import { lambda } from '../lib/app/lambda.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listDeliveries } from '../lib/webhook/list-deliveries.ts';
import { presentDelivery, presentHealth } from '../lib/webhook/present.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.listDeliveries, async ({ caller, path, query, rawPath }) => {
    const page = await listDeliveries(deps, caller, path.webhook_id, query);
    const url = (before: number) => queryUrl(deps.config.BASE_URL, rawPath, { limit: query.limit, before });
    return {
      body: {
        worked: true,
        webhook: { id: page.webhook.id, ...presentHealth(page.webhook) },
        next: page.next === null ? null : url(page.next),
        results: page.rows.map(presentDelivery),
      },
    };
  }),
);
