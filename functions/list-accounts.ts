// GET /v3/accounts: lists the accounts that the caller may see, with the caller's permissions (an extension:
// docs/decisions/product/lists.md).

import * as endpoints from '../lib/account/endpoints.ts';
import { listAccounts } from '../lib/account/list-accounts.ts';
import { presentAccount } from '../lib/account/present.ts';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { accountIdOf } from '../lib/base/account-ref.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.listAccounts, async ({ caller, query, rawPath }) => {
    const { rows, next } = await listAccounts(deps, caller, query);
    const after = next && { limit: query.limit, after: accountIdOf(next) };
    const url = after && queryUrl(deps.config.BASE_URL, rawPath, after);
    return { body: { worked: true, next: url, results: rows.map(presentAccount) } };
  });

export const handler = start(makeHandler, makeCore);
