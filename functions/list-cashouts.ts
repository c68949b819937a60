// GET /v3/cashouts: lists cashouts by filters, newest first. Or shows one cashout by idempotency key (for a caller that
// lost the answer) or by code_transaction (extensions: docs/decisions/contract/look-ups.md,
// docs/decisions/product/lists.md).

import { lambda } from '../lib/app/lambda.ts';
import { withLists } from '../lib/app/stores.ts';
import { findByName } from '../lib/cashout/find-cashout.ts';
import { presentCashout } from '../lib/cashout/present.ts';
import * as endpoints from '../lib/cashout-list/endpoints.ts';
import { listCashouts, listQueue } from '../lib/cashout-list/list-cashouts.ts';
import { presentPage } from '../lib/cashout-list/present.ts';
import { pagesOf } from '../lib/cashout-list/schemas.ts';
import { apiHandler } from '../lib/http/api.ts';
import { countRequests } from '../lib/http/limit-client.ts';
import { retryAfter } from '../lib/http/retry-after.ts';

export const { makeHandler, handler } = lambda([withLists], (deps) =>
  apiHandler(deps, endpoints.listCashouts, async ({ caller, query, rawPath }, event) => {
    const { one, order, wanted } = query;
    if (one) {
      const cashout = await findByName(deps, caller, one);
      event.subject = { cashoutId: cashout.id };
      return { body: presentCashout(cashout, 'lookup'), headers: retryAfter(deps.config, cashout) };
    }
    // A page of the queue counts as five requests, because it reads up to five hundred rows.
    if (order) await countRequests(deps, event, 4);
    const page = order
      ? await listQueue(deps, caller, { ...wanted, order })
      : await listCashouts(deps, caller, wanted);
    const urls = pagesOf(deps.config.BASE_URL + rawPath, query, page);
    return { body: { worked: true, ...urls, ...(await presentPage(deps, page)) } };
  }),
);
