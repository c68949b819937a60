// POST /network/pix: the PIX network's callback, signed with a secret that it shares with us (README: Decisions).

import { createHmac } from 'node:crypto';
import type { Deps } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { start } from '../lib/live.ts';
import { openHandler } from '../lib/middleware/api.ts';
import { bodyBytes, parseBody } from '../lib/middleware/read-request.ts';
import { networkPixBody } from '../lib/network-schemas.ts';
import { receiveNetworkPix } from '../lib/operations/receive-network-pix.ts';
import { isSameSecret } from '../lib/secrets.ts';

export const makeHandler = (deps: Deps) =>
  openHandler(deps, async (event) => {
    const secret = deps.config.NETWORK_CALLBACK_SECRET ?? refuse('unauthorized');
    const expected = createHmac('sha256', secret).update(bodyBytes(event)).digest('hex');
    if (!isSameSecret((event.headers.hmac ?? '').toLowerCase(), expected)) refuse('unauthorized');
    const { pix } = parseBody(networkPixBody, event);
    await receiveNetworkPix(deps, pix);
    return { body: { worked: true } };
  });

export const handler = start(makeHandler);
