// GET /v3/cashouts/{id}/receipt: shows the receipt of a paid cashout (an extension:
// docs/decisions/product/receipts.md).

import { lambda } from '../lib/app/lambda.ts';
import { withReceipts } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import { presentReceipt, wantedOf } from '../lib/receipt/answer-handler.ts';
import * as endpoints from '../lib/receipt/endpoints.ts';
import { showOwnReceipt } from '../lib/receipt/show-receipt.ts';

export const { makeHandler, handler } = lambda([withReceipts], (deps) =>
  apiHandler(deps, endpoints.getReceipt, async ({ caller, path, query }, event) => {
    event.subject = { cashoutId: path.id };
    const shown = await showOwnReceipt(deps, caller, path.id);
    return presentReceipt(shown, wantedOf(event, query.lang));
  }),
);
