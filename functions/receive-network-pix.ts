// POST /network/pix: the PIX network's callback, signed with a secret that it shares with us (README: Decisions).

import { createHmac } from 'node:crypto';
import type { Deps } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { start } from '../lib/live.ts';
import { type ApiEvent, openHandler } from '../lib/middleware/api.ts';
import { bodyBytes, parseBody } from '../lib/middleware/read-request.ts';
import { networkPixBody } from '../lib/network-schemas.ts';
import { receiveNetworkPix } from '../lib/operations/receive-network-pix.ts';
import { isSameSecret } from '../lib/secrets.ts';

function isSigned(event: ApiEvent, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(bodyBytes(event)).digest('hex');
  return isSameSecret((event.headers.hmac ?? '').toLowerCase(), expected);
}

/** Efí's way: the secret itself in the address that it was given, from an address that is its own. */
function isFromSource(event: ApiEvent, secret: string, sources: readonly string[]): boolean {
  const given = new URLSearchParams(event.rawQueryString).get('hmac') ?? '';
  return sources.includes(event.requestContext.http.sourceIp) && isSameSecret(given, secret);
}

export const makeHandler = (deps: Deps) =>
  openHandler(deps, async (event) => {
    const secret = deps.config.NETWORK_CALLBACK_SECRET ?? refuse('unauthorized');
    const sources = deps.config.NETWORK_CALLBACK_SOURCES;
    // A secret that stands in an address is seen by too many to sign with.
    const isTheirs = sources.length > 0 ? isFromSource(event, secret, sources) : isSigned(event, secret);
    if (!isTheirs) refuse('unauthorized');
    const { pix, sent } = parseBody(networkPixBody, event);
    await receiveNetworkPix(deps, pix, sent);
    return { body: { worked: true } };
  });

export const handler = start(makeHandler);
