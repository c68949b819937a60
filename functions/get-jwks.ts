// GET /.well-known/jwks.json: shows the public keys that verify our access tokens and our receipts.

import type * as endpoints from '../lib/access/endpoints.ts';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { openHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { receiptKeys } from '../lib/receipt/sign-receipt.ts';

export const makeHandler = (deps: Core) =>
  openHandler<typeof endpoints.getJwks>(deps, async () => ({
    body: { keys: [...deps.tokens.publicKeys.keys, ...receiptKeys(deps.config)] },
    headers: { 'cache-control': 'public, max-age=300' },
  }));

export const handler = start(makeHandler, makeCore);
