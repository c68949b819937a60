// POST /network/pix: receives the PIX network's callback, which proves its origin with a secret that the network and we
// share (docs/decisions/product/network-callbacks.md).

import { lambda } from '../lib/app/lambda.ts';
import { withInbox, withQueues } from '../lib/app/live.ts';
import { withMoney } from '../lib/app/stores.ts';
import { openHandler } from '../lib/http/api.ts';
import { parseBody } from '../lib/http/read-request.ts';
import { readOwnCallback, verifyCallback } from '../lib/http/verify-callback.ts';
import { receiveNetworkPix } from '../lib/incoming/receive-network-pix.ts';
import { receivePayoutNotices } from '../lib/incoming/receive-payout-notices.ts';
import * as endpoints from '../lib/network/endpoints.ts';

export const { makeHandler, handler } = lambda([withMoney, withInbox, withQueues], (deps) =>
  openHandler<typeof endpoints.receiveNetworkPix>(deps, async (event) => {
    const own = await readOwnCallback(event, deps.config, deps.inbox?.ownCallback);
    if (own) await receivePayoutNotices(deps, own);
    else {
      verifyCallback(event, deps.config);
      await receiveNetworkPix(deps, parseBody(endpoints.receiveNetworkPix.body, event));
    }
    return { body: { worked: true } };
  }),
);
