// POST /network/pix: the PIX network's callback, signed with a secret that it shares with us (decision 30).

import { makeCore } from '../lib/core.ts';
import type { Core, WithInbox, WithQueues } from '../lib/deps.ts';
import { withInbox, withQueues } from '../lib/live.ts';
import { openHandler } from '../lib/middleware/api.ts';
import { parseBody } from '../lib/middleware/read-request.ts';
import { verifyCallback } from '../lib/middleware/verify-callback.ts';
import { networkPixBody } from '../lib/network-schemas.ts';
import { receiveNetworkPix } from '../lib/operations/receive-network-pix.ts';
import { start } from '../lib/start.ts';

export const makeHandler = (deps: Core & WithInbox & WithQueues) =>
  openHandler(deps, async (event) => {
    verifyCallback(event, deps.config);
    await receiveNetworkPix(deps, parseBody(networkPixBody, event));
    return { body: { worked: true } };
  });

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withInbox(ground),
  ...withQueues(ground),
}));
