// Users: the people or programs that clients act for. Approvals count users, so whoever has several clients is one of them.

import type { User } from '../access/user-store.ts';
import { rightsOf } from '../account/policy.ts';
import type { Core, WithOperating, WithQueues } from '../app/deps.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { closeClient } from './close-client.ts';

async function find(deps: Core, userId: string): Promise<User> {
  return (await deps.users.find(userId)) ?? refuse('user_not_found');
}

export async function showUser(deps: Core, userId: string) {
  const { companyId, name, email, lockedUntil, clients = [] } = await find(deps, userId);
  const [rows, policies] = await Promise.all([
    Promise.all([...clients].map(deps.clients.get)),
    deps.accounts.listPolicies(userId),
  ]);
  return {
    user_id: userId,
    company_id: companyId,
    name: name ?? null,
    email: email ?? null,
    codes_refused_until: lockedUntil ?? null,
    clients: rows
      .filter((client) => client !== undefined)
      .map(({ clientId, audience, active, frozenAt }) => ({
        client_id: clientId,
        audience,
        active,
        frozen_since: frozenAt ?? null,
      })),
    policies: policies.map((policy) => ({
      account: accountIdOf(policy),
      rights: policy.active ? rightsOf(policy) : [],
    })),
  };
}

/** Approvals keep the name that they were given under. */
export async function nameUser(
  deps: Core,
  userId: string,
  { name, email }: { name: string; email?: string | undefined },
) {
  if (!(await deps.users.setName(userId, name, email))) refuse('user_not_found');
  return { user_id: userId, name, email: email ?? null };
}

/** Closes each of its clients, for somebody who leaves. What it has approved is still paid. */
export async function closeUser(deps: Core & WithOperating & WithQueues, userId: string) {
  const { clients = [] } = await find(deps, userId);
  const closed = [];
  for (const clientId of clients) closed.push(await closeClient(deps, clientId));
  return {
    user_id: userId,
    closed_clients: closed.map(({ client_id }) => client_id),
    paused_webhooks: closed.flatMap(({ paused_webhooks }) => paused_webhooks ?? []),
  };
}
