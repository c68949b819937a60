// GET /.well-known/jwks.json: the public keys that verify our access tokens.

import { makeCore } from '../lib/app/core.ts';
import type { Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { openHandler } from '../lib/http/api.ts';

export const makeHandler = (deps: Core) =>
  openHandler(deps, async () => ({
    body: deps.tokens.publicKeys,
    headers: { 'cache-control': 'public, max-age=300' },
  }));

export const handler = start(makeHandler, makeCore);
