// GET /v3/account-statements/{branch}/{number}: the account's entries, newest first, by cursor.

import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { accountPath } from '../lib/base/field-schemas.ts';
import { pageUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import { listStatement } from '../lib/ledger/list-statement.ts';
import { presentEntry } from '../lib/ledger/present-entry.ts';
import { statementQuery } from '../lib/ledger/schemas.ts';

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
