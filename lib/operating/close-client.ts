// Closes a client permanently: its tokens and signatures are refused, and the webhooks whose address it set are
// paused. Cashouts that the client approved are still paid; to stop them, freeze the client.

import { refuse } from '../base/errors.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';

export async function closeClient(deps: Core & WithQueues, clientId: string) {
  const client = await deps.clients.get(clientId);
  if (!client || !(await deps.clients.close(clientId))) refuse('client_not_found');
  const { userId } = client;
  const paused = await pauseWebhooksOf(deps, userId, () => deps.accounts.listPolicies(userId), clientId);
  return { client_id: clientId, message: 'Client closed', paused_webhooks: paused };
}
