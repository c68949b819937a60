// GET /v3/accounts: lists the accounts that the caller may see, with the caller's permissions (an extension:
// docs/decisions/product/lists.md).

import * as endpoints from '../lib/account/endpoints.ts';
import { listAccounts } from '../lib/account/list-accounts.ts';
import { presentAccount } from '../lib/account/present.ts';
import { lambda } from '../lib/app/lambda.ts';
import { accountIdOf } from '../lib/base/account-ref.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.listAccounts, async ({ caller, query, rawPath }) => {
    const { rows, next } = await listAccounts(deps, caller, query);
    const after = next && { limit: query.limit, after: accountIdOf(next) };
    const url = after && queryUrl(deps.config.BASE_URL, rawPath, after);
    return { body: { worked: true, next: url, results: rows.map(presentAccount) } };
  }),
);
