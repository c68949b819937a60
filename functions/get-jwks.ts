// GET /.well-known/jwks.json: the public keys that verify our access tokens.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { openHandler } from '../lib/middleware/api.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) =>
  openHandler(deps, async () => ({
    body: deps.tokens.publicKeys,
    headers: { 'cache-control': 'public, max-age=300' },
  }));

export const handler = start(makeHandler, makeCore);
