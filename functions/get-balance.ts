// GET /v3/accounts/{branch}/{number}/balance: shows the available and the held amount at one moment (an extension:
// docs/decisions/product/lists.md).

import * as endpoints from '../lib/account/endpoints.ts';
import { findAccount } from '../lib/account/find-account.ts';
import { presentBalance } from '../lib/account/present.ts';
import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getBalance, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: presentBalance(account) };
  }),
);
