// Sets the rights of a client's user on an account. Every request reads its policies, so a change takes effect at
// once. If the user loses the permission WEBHOOK, the webhooks whose address the user set are paused. If the user loses
// the permission APPROVE, the answer lists what waits for another approval.

import { givenRights } from '../access/permission.ts';
import { type Policy, rightsOf } from '../account/policy.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';
import type { WithOperating } from './deps.ts';
import { lostApprovals } from './lost-approvals.ts';
import type { Rights } from './open-client.ts';

type Deps = Core & WithOperating & WithQueues & WithLists & WithBatches;

export async function setPolicy(
  deps: Deps,
  clientId: string,
  ref: AccountRef,
  given: Pick<Rights, 'permissions' | 'without'>,
) {
  const [client, account] = await Promise.all([deps.clients.get(clientId), deps.accounts.get(ref)]);
  if (!client) refuse('client_not_found');
  if (!account) refuse('account_not_found');
  if (account.companyId !== client.companyId) refuse('account_of_another_company');
  const { userId, companyId } = client;
  const { permissions, without } = givenRights(given, client.audience);
  const taken = without.length > 0 ? { without } : {};
  const policy: Policy = { userId, companyId, ...ref, permissions, ...taken, active: true };
  const clients = (await deps.users.find(userId))?.clients;
  // A freeze finds its accounts by the user's policies. So a user with a frozen client must not get a new policy.
  if (!(await deps.companies.setPolicy(policy, clientId, clients))) refuse('client_not_active');
  const rights = rightsOf(policy);
  const lost = rights.includes('APPROVE') ? {} : await lostApprovals(deps, client);
  const answer = { client_id: clientId, account: accountIdOf(ref), permissions, rights, ...lost };
  if (rights.includes('WEBHOOK')) return answer;
  return { ...answer, paused_webhooks: await pauseWebhooksOf(deps, userId, async () => [ref]) };
}

export async function endPolicy(deps: Deps, clientId: string, ref: AccountRef) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  if (!(await deps.companies.endPolicy(client.userId, ref))) refuse('policy_not_found');
  const paused = await pauseWebhooksOf(deps, client.userId, async () => [ref]);
  return {
    client_id: clientId,
    account: accountIdOf(ref),
    message: 'Policy ended',
    paused_webhooks: paused,
    ...(await lostApprovals(deps, client)),
  };
}
