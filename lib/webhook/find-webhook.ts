// A webhook as one caller may see it. Missing, another company's and without a policy on its account are the same,
// and cost the same reads: not found.

import type { Identity } from '../access/tokens.ts';
import { hasPolicy, type Permission, requirePermissions } from '../account/policy.ts';
import type { Core } from '../app/deps.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Webhook } from './webhook.ts';

/** @param needed what the policy must permit besides, for whoever is to find it at all */
export async function findWebhook(
  deps: Core,
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
