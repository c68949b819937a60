// GET /v3/accounts/{branch}/{number}/rules: shows the account's rules for cashouts (an extension:
// docs/decisions/product/rules.md).

import { findAccount } from '../lib/account/find-account.ts';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/rules/endpoints.ts';
import { presentRules } from '../lib/rules/present-rules.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.getRules, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: { worked: true, ...presentRules(account.rules, deps.now().toISOString()) } };
  });

export const handler = start(makeHandler, makeCore);
