// GET /v3/accounts/{branch}/{number}/balance: shows the available and the held amount at one moment (an extension:
// docs/decisions/product/lists.md).

import * as endpoints from '../lib/account/endpoints.ts';
import { findAccount } from '../lib/account/find-account.ts';
import { presentBalance } from '../lib/account/present.ts';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.getBalance, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: presentBalance(account) };
  });

export const handler = start(makeHandler, makeCore);
