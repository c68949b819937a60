// GET /.well-known/jwks.json: the public keys that verify our access tokens.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { openHandler } from '../lib/middleware/api.ts';

export const makeHandler = (deps: Deps) =>
  openHandler(deps, async () => ({
    body: deps.tokens.publicKeys,
    headers: { 'cache-control': 'public, max-age=300' },
  }));

export const handler = start(makeHandler);
