// GET /console/sign-in, /console/signed-in, /console/sign-out and /console/join: lets people sign in, sign out and
// accept an invitation (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withAudit, withSignIn } from '../lib/app/stores.ts';
import type { SignInDeps } from '../lib/console/deps.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';
import { signInApp } from '../lib/console/sign-in-handler.ts';

export const makeHandler = (deps: SignInDeps) => serveConsole(deps, signInApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withAudit(runtime),
  ...withSignIn(runtime),
}));
