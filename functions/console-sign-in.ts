// GET /console/sign-in, /console/signed-in, /console/sign-out and /console/join: lets people sign in, sign out and
// accept an invitation (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withAudit, withSignIn } from '../lib/app/stores.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';
import { signInApp } from '../lib/console/sign-in-handler.ts';

export const { makeHandler, handler } = lambda([withAudit, withSignIn], (deps) =>
  serveConsole(deps, signInApp(deps)),
);
