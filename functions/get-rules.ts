// GET /v3/accounts/{branch}/{number}/rules: the rules that the account's cashouts must keep (an extension, decision 69).

import { findAccount } from '../lib/account/find-account.ts';
import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { accountPath } from '../lib/base/field-schemas.ts';
import { apiHandler } from '../lib/http/api.ts';
import { presentRules } from '../lib/rules/present-rules.ts';

const route = { auth: 'token', path: accountPath } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: { worked: true, ...presentRules(account.rules, deps.now().toISOString()) } };
  });

export const handler = start(makeHandler, makeCore);
