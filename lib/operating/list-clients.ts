// Lists the clients of a company, each with the number of accounts on which the client's user has rights.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { rightsOf } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';

export async function listClients(
  deps: Base & WithAccess & WithUsers & WithAccounts & WithOperating,
  companyId: string,
) {
  const [company, ids] = await Promise.all([
    deps.companies.getCompany(companyId),
    deps.companies.listClientIds(companyId),
  ]);
  if (!company) return refuse('company_not_found');
  const clients = await deps.clients.getAll(ids);
  const [nameOf, ...rights] = await Promise.all([
    deps.users.namesOf(clients.map(({ userId }) => userId)),
    ...clients.map(({ userId }) => deps.accounts.listPolicies(userId)),
  ]);
  return {
    company_id: companyId,
    clients: clients.map(({ clientId, userId, audience, active, frozenAt }, index) => ({
      client_id: clientId,
      user_id: userId,
      user_name: nameOf(userId),
      audience,
      active,
      frozen_since: frozenAt ?? null,
      accounts: (rights[index] ?? []).filter((policy) => policy.active && rightsOf(policy).length > 0).length,
    })),
  };
}
