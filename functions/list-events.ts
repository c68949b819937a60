// GET /v3/events: lists the account's events in the order of recording, by cursor (an extension:
// docs/decisions/contract/events.md).

import { lambda } from '../lib/app/lambda.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listEvents } from '../lib/webhook/list-events.ts';
import { presentEvent } from '../lib/webhook/present.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.listEvents, async ({ caller, query, rawPath }) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const { rows, hasMore } = await listEvents(deps, caller, account, query);
    const cursor = rows.at(-1)?.sequence ?? query.after;
    const url = queryUrl(deps.config.BASE_URL, rawPath, { ...query, after: cursor });
    return { body: { worked: true, next: hasMore ? url : null, cursor, results: rows.map(presentEvent) } };
  }),
);
