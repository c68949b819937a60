// GET /v3/account-statements/{branch}/{number}: the account's entries, newest first, by cursor.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { listStatement } from '../lib/operations/list-statement.ts';
import { pageUrl } from '../lib/page.ts';
import { presentEntry } from '../lib/present.ts';
import { accountPath, statementQuery } from '../lib/schemas.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token', path: accountPath, query: statementQuery } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, path, query, rawPath }) => {
    const { start, end, limit } = query;
    const page = await listStatement(deps, caller, path, query);
    const url = (side: 'next' | 'previous') =>
      pageUrl(deps.config.BASE_URL, rawPath, { start, end, limit }, page[side], side);
    const results = page.rows.map(presentEntry);
    return { body: { worked: true, next: url('next'), previous: url('previous'), results } };
  });

export const handler = start(makeHandler, makeCore);
