// Manages users, which are the people or programs for which clients act. Approvals count users, so a user with several
// clients counts once.

import type { Client } from '../access/client.ts';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { User } from '../access/user-store.ts';
import type { WithAccounts } from '../account/deps.ts';
import { rightsOf } from '../account/policy.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import { closeOne } from './close-client.ts';
import type { WithOperating } from './deps.ts';
import { lostApprovals } from './lost-approvals.ts';
import { presentClient } from './show-client.ts';

type Deps = Base &
  WithUsers &
  WithAccess &
  WithOperating &
  WithAccounts &
  WithWebhooks &
  WithQueues &
  WithLists &
  WithBatches;

async function find(deps: Base & WithUsers, userId: string): Promise<User> {
  return (await deps.users.find(userId)) ?? refuse('user_not_found');
}

/**
 * Returns the clients of a user. The row of a user of version 0.1.0 does not list them, so they are found in the
 * company's list.
 */
async function clientsOf(deps: Deps, user: User): Promise<Client[]> {
  const ids = user.clients ?? (await deps.companies.listClientIds(user.companyId));
  return (await deps.clients.getAll(ids)).filter(({ userId }) => userId === user.userId);
}

export async function showUser(deps: Deps, userId: string) {
  const user = await find(deps, userId);
  const { companyId, name, email, lockedUntil } = user;
  const [clients, policies] = await Promise.all([clientsOf(deps, user), deps.accounts.listPolicies(userId)]);
  return {
    user_id: userId,
    company_id: companyId,
    name: name ?? null,
    email: email ?? null,
    codes_refused_until: lockedUntil ?? null,
    clients: clients.map(presentClient),
    policies: policies.map((policy) => ({
      account: accountIdOf(policy),
      rights: policy.active ? rightsOf(policy) : [],
    })),
  };
}

/** Sets a user's name. Earlier approvals keep the earlier name. */
export async function nameUser(
  deps: Base & WithUsers,
  userId: string,
  { name, email }: { name: string; email?: string | undefined },
) {
  if (!(await deps.users.setName(userId, name, email))) refuse('user_not_found');
  return { user_id: userId, name, email: email ?? null };
}

/** Closes each client of a user who leaves, and says what waits for another approval now. */
export async function closeUser(deps: Deps, userId: string) {
  const closed: Awaited<ReturnType<typeof closeOne>>[] = [];
  const user = await find(deps, userId);
  const isClosed = ({ clientId }: Client) => closed.some(({ client_id }) => client_id === clientId);
  // The search is repeated while it finds another client, because a client may have been opened in the meantime.
  for (let more = true; more; ) {
    const left = (await clientsOf(deps, await find(deps, userId))).filter((one) => !isClosed(one));
    for (const { clientId } of left) closed.push(await closeOne(deps, clientId));
    more = left.length > 0;
  }
  return {
    user_id: userId,
    closed_clients: closed.map(({ client_id }) => client_id),
    paused_webhooks: closed.flatMap(({ paused_webhooks }) => paused_webhooks ?? []),
    ...(await lostApprovals(deps, user)),
  };
}
