// GET /v3/events: lists the account's events in the order of recording, by cursor (an extension:
// docs/decisions/contract/events.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listEvents } from '../lib/webhook/list-events.ts';
import { presentEvent } from '../lib/webhook/present.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.listEvents, async ({ caller, query, rawPath }) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const { rows, hasMore } = await listEvents(deps, caller, account, query);
    const cursor = rows.at(-1)?.sequence ?? query.after;
    const url = queryUrl(deps.config.BASE_URL, rawPath, { ...query, after: cursor });
    return { body: { worked: true, next: hasMore ? url : null, cursor, results: rows.map(presentEvent) } };
  });

export const handler = start(makeHandler, makeCore);
