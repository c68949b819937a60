// POST /oauth2/token: client credentials to an access token (RFC 6749, section 4.4), by HTTP Basic or form.

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { openHandler } from '../lib/middleware/api.ts';
import { readCredentials } from '../lib/middleware/read-credentials.ts';
import { issueToken } from '../lib/operations/issue-token.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core) =>
  openHandler(deps, async (event) => ({ body: await issueToken(deps, readCredentials(event)) }));

export const handler = start(makeHandler, makeCore);
