// GET /api/webhooks/{webhook_id}/deliveries: lists the webhook's deliveries, newest first (an extension:
// docs/webhooks.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listDeliveries } from '../lib/webhook/list-deliveries.ts';
import { presentDelivery, presentHealth } from '../lib/webhook/present.ts';

export const makeHandler = (deps: Core) =>
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
  });

export const handler = start(makeHandler, makeCore);
