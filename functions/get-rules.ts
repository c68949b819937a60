// GET /v3/accounts/{branch}/{number}/rules: shows the account's rules for cashouts (an extension:
// docs/decisions/product/rules.md).

import { findAccount } from '../lib/account/find-account.ts';
import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/rules/endpoints.ts';
import { presentRules } from '../lib/rules/present-rules.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getRules, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: { worked: true, ...presentRules(account.rules, deps.now().toISOString()) } };
  }),
);
