// GET /v3/accounts/{branch}/{number}/balance: what is available and what is held, at one moment (an extension,
// decision 68).

import { findAccount } from '../lib/account/find-account.ts';
import { presentBalance } from '../lib/account/present.ts';
import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { accountPath } from '../lib/base/field-schemas.ts';
import { apiHandler } from '../lib/http/api.ts';

const route = { auth: 'token', path: accountPath } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, path }) => {
    const { account } = await findAccount(deps, caller, path);
    return { body: presentBalance(account) };
  });

export const handler = start(makeHandler, makeCore);
