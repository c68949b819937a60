// POST /oauth2/token: issues an access token for client credentials (RFC 6749, section 4.4), which are sent by HTTP
// Basic or in a form.

import type * as endpoints from '../lib/access/endpoints.ts';
import { issueToken } from '../lib/access/issue-token.ts';
import { lambda } from '../lib/app/lambda.ts';
import { openHandler } from '../lib/http/api.ts';
import { readCredentials } from '../lib/http/read-credentials.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  openHandler<typeof endpoints.issueToken>(deps, async (event) => ({
    body: await issueToken(deps, readCredentials(event), event.requestContext.http.sourceIp),
  })),
);
