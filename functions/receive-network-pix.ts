// POST /network/pix: the PIX network's callback, signed with a secret that it shares with us (README: Decisions).

import { createHmac } from 'node:crypto';
import { makeCore } from '../lib/core.ts';
import type { Core, WithNetwork, WithQueues } from '../lib/deps.ts';
import { invariant, refuse } from '../lib/errors.ts';
import { withNetwork, withQueues } from '../lib/live.ts';
import { type ApiEvent, openHandler } from '../lib/middleware/api.ts';
import { bodyBytes, parseBody } from '../lib/middleware/read-request.ts';
import { networkPixBody } from '../lib/network-schemas.ts';
import { receiveNetworkPix } from '../lib/operations/receive-network-pix.ts';
import { isSameSecret } from '../lib/secrets.ts';
import { start } from '../lib/start.ts';

const isSigned = (event: ApiEvent) => (secret: string) => {
  const expected = createHmac('sha256', secret).update(bodyBytes(event)).digest('hex');
  return isSameSecret((event.headers.hmac ?? '').toLowerCase(), expected);
};

/** Efí's way: the secret itself in the address that it was given, from an address that is its own. */
const isFromSource = (event: ApiEvent, sources: readonly string[]) => (secret: string) => {
  const given = new URLSearchParams(event.rawQueryString).get('hmac') ?? '';
  return sources.includes(event.requestContext.http.sourceIp) && isSameSecret(given, secret);
};

export const makeHandler = (deps: Core & WithNetwork & WithQueues) =>
  openHandler(deps, async (event) => {
    const { NETWORK_CALLBACK_SECRETS: secrets, NETWORK_CALLBACK_SOURCES: sources } = deps.config;
    invariant(secrets.length > 0, 'who takes callbacks has their secret');
    // A secret that stands in an address is seen by too many to sign with.
    if (!secrets.some(sources.length > 0 ? isFromSource(event, sources) : isSigned(event)))
      refuse('unauthorized');
    await receiveNetworkPix(deps, parseBody(networkPixBody, event));
    return { body: { worked: true } };
  });

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withNetwork(ground),
  ...withQueues(ground),
}));
