// Closes a client permanently: its tokens and signatures are refused, and the webhooks whose address it set are
// paused. If its user has no other open client, the user's approvals no longer count. Cashouts whose approvals were
// complete are still paid; to stop them, freeze the client.

import type { WithAccess } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';
import { lostApprovals } from './lost-approvals.ts';

type Deps = Base & WithAccess & WithAccounts & WithWebhooks & WithQueues & WithLists & WithBatches;

/** Closes the client, and says what waits for another approval now. */
export async function closeClient(deps: Deps, clientId: string) {
  const { user, ...closed } = await closeOne(deps, clientId);
  return { ...closed, message: 'Client closed', ...(await lostApprovals(deps, user)) };
}

export async function closeOne(
  deps: Base & WithAccess & WithAccounts & WithWebhooks & WithQueues,
  clientId: string,
) {
  const client = await deps.clients.get(clientId);
  if (!client || !(await deps.clients.close(clientId))) refuse('client_not_found');
  const { userId } = client;
  const paused = await pauseWebhooksOf(deps, userId, () => deps.accounts.listPolicies(userId), clientId);
  return { user: client, client_id: clientId, paused_webhooks: paused };
}
