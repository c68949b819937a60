// Sets the rights of a client's user on an account. Every request reads its policies, so a change takes effect at
// once. If the user loses the permission WEBHOOK, the webhooks whose address the user set are paused. If the user loses
// the permission APPROVE, the answer lists what waits for another approval.

import { isDeepStrictEqual } from 'node:util';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import { givenRights } from '../access/permission.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type Policy, rightsOf } from '../account/policy.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';
import type { WithOperating } from './deps.ts';
import { lostApprovals } from './lost-approvals.ts';
import type { Rights } from './open-client.ts';

type Deps = Base &
  WithAccess &
  WithUsers &
  WithAccounts &
  WithWebhooks &
  WithOperating &
  WithQueues &
  WithLists &
  WithBatches;

export async function setPolicy(
  deps: Deps,
  clientId: string,
  ref: AccountRef,
  given: Pick<Rights, 'permissions' | 'without'>,
) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  const { userId, companyId } = client;
  const { permissions, without } = givenRights(given, client.audience);
  const taken = without.length > 0 ? { without } : {};
  const policy: Policy = { userId, companyId, ...ref, permissions, ...taken, active: true };
  await write(deps, policy, clientId);
  const rights = rightsOf(policy);
  const lost = rights.includes('APPROVE') ? {} : await lostApprovals(deps, client);
  const answer = { client_id: clientId, account: accountIdOf(ref), permissions, rights, ...lost };
  if (rights.includes('WEBHOOK')) return answer;
  return { ...answer, paused_webhooks: await pauseWebhooksOf(deps, userId, async () => [ref]) };
}

/** Writes the policy over the policy that was read. If another operator has changed it, it is read again. */
async function write(
  deps: Base & WithUsers & WithAccounts & WithOperating,
  policy: Policy,
  clientId: string,
): Promise<void> {
  const { userId, companyId } = policy;
  for (let isFirst = true; ; isFirst = false) {
    const { account, policy: seen } = await deps.accounts.getWithPolicy(policy, userId);
    if (!account) refuse('account_not_found');
    if (account.companyId !== companyId) refuse('account_of_another_company');
    // The acknowledgement of our own write may have been lost.
    if (!isFirst && isDeepStrictEqual(rightsIn(seen), rightsIn(policy))) return;
    deps.requireShown(rightsIn(seen));
    const clients = (await deps.users.find(userId))?.clients;
    // A freeze finds its accounts by the user's policies. So a user with a frozen client must not get a new policy.
    const written = await deps.companies.setPolicy(policy, clientId, clients, seen);
    if (written === 'client_changed') refuse('client_not_active');
    if (written === 'set') return;
  }
}

/** Returns what a change of a policy replaces. */
export const rightsIn = (policy: Policy | undefined) =>
  policy && { permissions: policy.permissions, without: policy.without ?? [], active: policy.active };

export async function endPolicy(deps: Deps, clientId: string, ref: AccountRef) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  const { userId } = client;
  for (let isFirst = true; ; isFirst = false) {
    const { policy } = await deps.accounts.getWithPolicy(ref, userId);
    if (!policy) refuse('policy_not_found');
    if (!isFirst && !policy.active) break;
    deps.requireShown(rightsIn(policy));
    if (await deps.companies.endPolicy(userId, ref, policy)) break;
  }
  const paused = await pauseWebhooksOf(deps, userId, async () => [ref]);
  return {
    client_id: clientId,
    account: accountIdOf(ref),
    message: 'Policy ended',
    paused_webhooks: paused,
    ...(await lostApprovals(deps, client)),
  };
}
