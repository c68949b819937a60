// Checks that a callback comes from the network. The callback must be signed with the shared secret. A callback from
// Efí must instead be sent from one of Efí's IP addresses, with that secret in the query.

import { createHmac } from 'node:crypto';
import { invariant, refuse } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';
import { isSameSecret } from '../platform/secrets.ts';
import type { ApiEvent } from './api-event.ts';
import { bodyBytes } from './read-request.ts';

const isSigned = (event: ApiEvent) => (secret: string) => {
  const expected = createHmac('sha256', secret).update(bodyBytes(event)).digest('hex');
  return isSameSecret((event.headers.hmac ?? '').toLowerCase(), expected);
};

const isFromSource = (event: ApiEvent, sources: readonly string[]) => (secret: string) => {
  const given = new URLSearchParams(event.rawQueryString).get('hmac') ?? '';
  return sources.includes(event.requestContext.http.sourceIp) && isSameSecret(given, secret);
};

/** Refuses a callback that does not come from the network. */
export function verifyCallback(event: ApiEvent, config: Config): void {
  const { NETWORK_CALLBACK_SECRETS: secrets, NETWORK_CALLBACK_SOURCES: sources } = config;
  invariant(secrets.length > 0, 'the callback endpoint has a callback secret');
  // If the secret is sent in a URL, a signature with it is not accepted, because many may see a URL.
  const isTheirs = sources.length > 0 ? isFromSource(event, sources) : isSigned(event);
  if (!secrets.some(isTheirs)) refuse('unauthorized');
}

type Own<Notices> = {
  header: string;
  read: (body: Buffer, signature: string) => Promise<Notices | undefined>;
};

/**
 * Reads a callback that the PSP signs in its own way. The callback must also have our secret in the header
 * `authorization`, because the PSP's signature does not show who the receiver of the callback is.
 * @returns undefined if the callback has another form
 */
export async function readOwnCallback<Notices>(
  event: ApiEvent,
  config: Config,
  own: Own<Notices> | undefined,
): Promise<Notices | undefined> {
  const signature = own && event.headers[own.header];
  if (!own || signature === undefined) return undefined;
  const { authorization = '' } = event.headers;
  if (!config.NETWORK_CALLBACK_SECRETS.some((secret) => isSameSecret(authorization, secret)))
    refuse('unauthorized');
  // If the signature cannot be checked now, the callback is refused, and the PSP sends it again.
  const read = await own
    .read(bodyBytes(event), signature)
    .catch((error) => refuse('unavailable', undefined, error));
  return read ?? refuse('unauthorized');
}
