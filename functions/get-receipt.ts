// GET /v3/cashouts/{id}/receipt: shows the receipt of a paid cashout (an extension:
// docs/decisions/product/receipts.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withReceipts } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { presentReceipt, wantedOf } from '../lib/receipt/answer-handler.ts';
import * as endpoints from '../lib/receipt/endpoints.ts';
import { showOwnReceipt } from '../lib/receipt/show-receipt.ts';
import type { WithReceipts } from '../lib/receipt/sign-receipt.ts';

export const makeHandler = (deps: Core & WithReceipts) =>
  apiHandler(deps, endpoints.getReceipt, async ({ caller, path, query }, event) => {
    event.subject = { cashoutId: path.id };
    const shown = await showOwnReceipt(deps, caller, path.id);
    return presentReceipt(shown, wantedOf(event, query.lang));
  });

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withReceipts(runtime) }));
