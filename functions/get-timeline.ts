// GET /v3/cashouts/{id}/timeline: shows the steps of a cashout so far (an extension:
// docs/decisions/product/timeline.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/timeline/endpoints.ts';
import { showTimeline } from '../lib/timeline/show-timeline.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.getTimeline, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: await showTimeline(deps, caller, path.id) };
  });

export const handler = start(makeHandler, makeCore);
