// Exchanges client credentials for an access token with the client's user, company and audience.

import { refuseSaying } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import { hashSecret, isSameSecret } from '../platform/secrets.ts';
import { hasSandbox } from '../platform/stages.ts';
import { type Client, isAdmitted, liveSecrets } from './client.ts';
import type { WithAccess } from './deps.ts';
import { wrongCredentials } from './lacking.ts';
import { noteSeen, placesOf } from './place.ts';
import { isPerson } from './tokens.ts';

export async function issueToken(
  deps: Base & WithAccess,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  address: string,
) {
  const client = await deps.clients.get(clientId);
  const secrets = client ? liveSecrets(client, client.oldSecrets, deps.now()) : [];
  // An unknown client also costs one comparison, and every secret is compared. So the duration reveals nothing.
  const hashes = client ? secrets.map(({ secretHash }) => secretHash) : [''];
  const isRight = hashes.map((hash) => isSameSecret(hashSecret(clientSecret), hash)).includes(true);
  // The client of a person gets no token here, because people sign in and have no client secret.
  if (!client || isPerson(client.audience) || !isAdmitted(client) || !isRight)
    refuseSaying('invalid_client', wrongCredentials);
  const { userId, companyId, audience } = client;
  const identity = { userId, clientId, companyId, audience };
  await noteSeenAt(deps, client, address);
  const { token, seconds } = await deps.tokens.issue(identity, deps.now(), deps.ids.uuid());
  return { access_token: token, token_type: 'Bearer' as const, expires_in: seconds };
}

/** Tells operators of a client at two places, where money is real. A caller gets its token even if this fails. */
async function noteSeenAt(
  { config, now, seenPlaces, metrics, log }: Base & WithAccess,
  { clientId, companyId, roams }: Client,
  address: string,
): Promise<void> {
  // Behind CloudFront every address is one of CloudFront.
  if (config.CLOUD_FRONT || roams || hasSandbox(config)) return;
  try {
    const known = await seenPlaces.get(clientId);
    const { places, isElsewhere } = noteSeen(known, placesOf(address, clientId, config.DATA_KEYS), now());
    if (places) await seenPlaces.put(clientId, places);
    if (!isElsewhere) return;
    metrics.count('ClientsSeenElsewhere');
    log.warn('client seen at another place', { clientId, companyId });
  } catch (error) {
    log.error('place of a client not noted', { clientId, companyId }, error);
  }
}
