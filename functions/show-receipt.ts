// GET /receipts/{code}: shows a public receipt by its address, with proof that it is genuine (an extension:
// docs/decisions/product/receipts.md).

import { lambda } from '../lib/app/lambda.ts';
import { withReceipts } from '../lib/app/stores.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';
import { parsePath, parseQuery } from '../lib/http/read-request.ts';
import { presentMissing, presentReceipt, wantedOf } from '../lib/receipt/answer-handler.ts';
import * as endpoints from '../lib/receipt/endpoints.ts';
import { showPublicReceipt } from '../lib/receipt/show-receipt.ts';

export const { makeHandler, handler } = lambda([withReceipts], (deps) =>
  openHandler<typeof endpoints.showReceipt>(deps, async (event) => {
    const { code } = parsePath(endpoints.showReceipt.path, event);
    const { lang } = parseQuery(endpoints.showReceipt.query, event.queryStringParameters ?? {});
    const wanted = wantedOf(event, lang);
    const shown = await showPublicReceipt(deps, code);
    if (shown) return presentReceipt(shown, wanted);
    return wanted.format === 'text/html' ? presentMissing(wanted.language) : refuse('receipt_not_found');
  }),
);
