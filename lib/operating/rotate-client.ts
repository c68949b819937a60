// Gives a client new secrets. The old secrets stay valid for a time, so that the client can switch without an
// interruption.

import { type Client, liveSecrets, oldSecretsMax } from '../access/client.ts';
import type { WithAccess } from '../access/deps.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { hashSecret } from '../platform/secrets.ts';
import type { WithOperating } from './deps.ts';

/**
 * Rotates the secrets.
 * @param hours number of hours for which the old secrets stay valid
 */
export async function rotateClient(
  deps: Base & WithAccess & Pick<WithOperating, 'requireShown'>,
  clientId: string,
  hours: number,
) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  deps.requireShown(secretsIn(client));
  if (!client.active) refuse('client_not_active');
  // The rotation is refused if it would end a secret before the time that was promised to the client.
  if (hours > 0 && liveSecrets(client, client.oldSecrets, deps.now()).length > oldSecretsMax)
    refuse('too_many_old_secrets');
  const [clientSecret, hmacSecret] = [deps.ids.secret(), deps.ids.secret()];
  const until = addSeconds(deps.now(), hours * 3_600);
  const next = { clientSecretHash: hashSecret(clientSecret), hmacSecret };
  if (!(await deps.clients.rotate(client, next, until))) refuse('client_changed');
  return {
    client_id: clientId,
    client_secret: clientSecret,
    hmac_secret: hmacSecret,
    old_secrets_until: until,
  };
}

/** Returns what a change of secrets replaces. */
export const secretsIn = ({ secretHash, oldSecrets }: Client) => ({
  secretHash,
  until: oldSecrets?.map(({ until }) => until),
});

/** Ends all old secrets of a client. */
export async function retireSecrets(
  deps: Base & WithAccess & Pick<WithOperating, 'requireShown'>,
  clientId: string,
) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  deps.requireShown(secretsIn(client));
  if (!(await deps.clients.retire(client))) refuse('client_changed');
  return { client_id: clientId, message: 'Old secrets retired' };
}
