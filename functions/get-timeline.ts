// GET /v3/cashouts/{id}/timeline: shows the steps of a cashout so far (an extension:
// docs/decisions/product/timeline.md).

import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/timeline/endpoints.ts';
import { showTimeline } from '../lib/timeline/show-timeline.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getTimeline, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: await showTimeline(deps, caller, path.id) };
  }),
);
