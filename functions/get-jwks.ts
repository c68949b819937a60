// GET /.well-known/jwks.json: shows the public keys that verify our access tokens and our receipts.

import type * as endpoints from '../lib/access/endpoints.ts';
import { lambda } from '../lib/app/lambda.ts';
import { openHandler } from '../lib/http/api.ts';
import { receiptKeys } from '../lib/receipt/sign-receipt.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  openHandler<typeof endpoints.getJwks>(deps, async () => ({
    body: { keys: [...deps.tokens.publicKeys.keys, ...receiptKeys(deps.config)] },
    headers: { 'cache-control': 'public, max-age=300' },
  })),
);
