// GET /v3/cashouts?idempotency_key=…: the transaction that a key made, for whoever lost the answer (an extension,
// decision 8).

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { findByKey } from '../lib/operations/find-cashout.ts';
import { presentCashout } from '../lib/present.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { findCashoutQuery } from '../lib/schemas.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token', query: findCashoutQuery } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, query }, event) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const cashout = await findByKey(deps, caller, account, query.idempotency_key);
    event.subject = { cashoutId: cashout.id };
    return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
  });

export const handler = start(makeHandler, makeCore);
