// POST and PUT /sandbox/…: runs the calls of the sandbox. The calls exist only in stages local and staging, and need a
// key.

import { noSandboxKey, wrongSandboxKey } from '../lib/access/lacking.ts';
import { lambda } from '../lib/app/lambda.ts';
import { withQueues, withSandbox } from '../lib/app/live.ts';
import { withMoney, withOperating } from '../lib/app/stores.ts';
import { refuse, refuseSaying } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';
import type { Reply } from '../lib/http/api-event.ts';
import { isSameSecret } from '../lib/platform/secrets.ts';
import { sandboxCalls } from '../lib/sandbox/sandbox-calls.ts';

export const { makeHandler, handler } = lambda([withMoney, withOperating, withSandbox, withQueues], (deps) =>
  openHandler(deps, async (event): Promise<Reply> => {
    // With a real network there is no sandbox, even if the key is right.
    if (!deps.sandbox) refuse('route_not_found');
    const key = deps.config.SANDBOX_KEY;
    const given = event.headers['x-sandbox-key'];
    if (!given) refuseSaying('unauthorized', noSandboxKey);
    if (!key || !isSameSecret(given, key)) refuseSaying('unauthorized', wrongSandboxKey);
    const call = sandboxCalls.get(event.routeKey) ?? refuse('route_not_found');
    return { body: await call(deps, event) };
  }),
);
