// Client credentials to a token that speaks for the client's user, company and audience.

import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { hashSecret, isSameSecret } from '../secrets.ts';

export async function issueToken(
  deps: Deps,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
) {
  const client = await deps.clients.get(clientId);
  // An unknown client costs the same comparison as a known one.
  const isRight = isSameSecret(hashSecret(clientSecret), client?.secretHash ?? '');
  if (!client?.active || !isRight) refuse('invalid_client');
  const { userId, companyId, audience } = client;
  const identity = { userId, clientId, companyId, audience };
  const { token, seconds } = await deps.tokens.issue(identity, deps.now(), deps.ids.uuid());
  return { access_token: token, token_type: 'Bearer', expires_in: seconds };
}
