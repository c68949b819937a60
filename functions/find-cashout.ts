// GET /v3/cashouts?idempotency_key=…: the cashout of an idempotency key, for a caller that lost the answer
// (an extension, decision 8).

import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { findByKey } from '../lib/cashout/find-cashout.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import { findCashoutQuery } from '../lib/cashout/schemas.ts';
import { apiHandler } from '../lib/http/api.ts';
import { retryAfter } from '../lib/http/retry-after.ts';

const route = { auth: 'token', query: findCashoutQuery } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, query }, event) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const cashout = await findByKey(deps, caller, account, query.idempotency_key);
    event.subject = { cashoutId: cashout.id };
    return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
  });

export const handler = start(makeHandler, makeCore);
