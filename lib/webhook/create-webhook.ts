// Creates a webhook for an account. The webhook gets the events that happen from now on.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import { requirePermissions } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';
import { formatSecret } from './signature.ts';
import { healthy, setterOf, type Webhook } from './webhook.ts';

export type NewWebhook = Pick<Webhook, 'url' | 'type' | 'authorizationToken' | 'functionsKey'>;

export async function createWebhook(
  deps: Base & WithAccounts & WithWebhooks,
  caller: Identity,
  account: AccountRef,
  wanted: NewWebhook,
): Promise<Webhook> {
  const { WEBHOOKS_MAX: most } = deps.config;
  const found = await findAccount(deps, caller, account);
  requirePermissions(found.policy, ['WEBHOOK']);
  if (found.account.status === 'CLOSED') refuse('account_is_closed');
  const existing = await deps.webhooks.listRegistrations(account);
  if (existing.length >= most) refuse('too_many_webhooks');
  const now = deps.now().toISOString();
  const newWebhook = (): Webhook => ({
    id: deps.ids.webhookId(),
    companyId: caller.companyId,
    setBy: setterOf(caller),
    account,
    ...wanted,
    secret: formatSecret(deps.ids.secret()),
    oldSecrets: [],
    createdAt: now,
    updatedAt: now,
    health: healthy,
  });
  for (let webhook = newWebhook(); ; ) {
    const inserted = await deps.webhooks.insert(webhook, most);
    if (inserted === 'inserted') return webhook;
    if (inserted === 'full') refuse('too_many_webhooks');
    // The next try uses the same id, because this try may still take effect.
    if (inserted === 'uncounted') await deps.webhooks.startCount(account, existing.length);
    else webhook = newWebhook();
  }
}
