// Finds a webhook for a caller. Three cases get the same "not found" after the same reads, so that a caller cannot tell
// them apart: the webhook does not exist, it belongs to another company, or the caller has no policy on its account.

import type { Permission } from '../access/permission.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPolicy, requirePermissions } from '../account/policy.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';
import type { Webhook } from './webhook.ts';

/**
 * Finds the webhook.
 * @param needed permissions that the caller's policy must also have
 */
export async function findWebhook(
  deps: Base & WithAccounts & WithWebhooks,
  caller: Identity,
  id: number,
  needed: readonly Permission[] = [],
): Promise<Webhook> {
  const [ref, policies] = await Promise.all([
    deps.webhooks.find(id),
    deps.accounts.listPolicies(caller.userId),
  ]);
  const policy = ref && policies.find((candidate) => isSameAccount(candidate, ref.account));
  if (!ref || !hasPolicy(caller, policy)) refuse('webhook_not_found');
  const [webhook, account] = await Promise.all([deps.webhooks.get(ref), deps.accounts.get(ref.account)]);
  if (webhook?.companyId !== caller.companyId) refuse('webhook_not_found');
  requirePermissions(policy, needed);
  if (account?.status !== 'ACTIVE') refuse('account_is_closed');
  return webhook;
}
