// Shows a client: whether it is active or frozen, its old secrets, and its rights on each account.

import { type Client, liveSecrets } from '../access/client.ts';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { rightsOf } from '../account/policy.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';

/** Shows a client in the list of its user or its company. */
export const presentClient = ({ clientId, audience, active, frozenAt }: Client) => ({
  client_id: clientId,
  audience,
  active,
  frozen_since: frozenAt ?? null,
});

export async function showClient(deps: Base & WithAccess & WithUsers & WithAccounts, clientId: string) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  const [user, policies] = await Promise.all([
    deps.users.find(client.userId),
    deps.accounts.listPolicies(client.userId),
  ]);
  const [, ...old] = liveSecrets<{ until?: string }>({}, client.oldSecrets, deps.now());
  return {
    client_id: clientId,
    company_id: client.companyId,
    user_id: client.userId,
    user_name: user?.name ?? null,
    audience: client.audience,
    active: client.active,
    roams: client.roams ?? false,
    frozen_since: client.frozenAt ?? null,
    old_secrets_until: old.map(({ until }) => until),
    policies: policies.map((policy) => ({
      account: accountIdOf(policy),
      permissions: policy.permissions,
      rights: policy.active ? rightsOf(policy) : [],
      active: policy.active,
    })),
  };
}
