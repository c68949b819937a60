// A new webhook for an account. It gets the events that happen from now on.

import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { Identity } from '../tokens.ts';
import { healthy, type Webhook, webhooksMax } from '../webhook.ts';
import { formatSecret } from '../webhook-signature.ts';
import { listWebhooks } from './list-webhooks.ts';

export type NewWebhook = Pick<Webhook, 'url' | 'type' | 'authorizationToken' | 'functionsKey'>;

export async function createWebhook(
  deps: Core,
  caller: Identity,
  account: AccountRef,
  wanted: NewWebhook,
): Promise<Webhook> {
  const existing = await listWebhooks(deps, caller, account);
  if (existing.length >= webhooksMax) refuse('too_many_webhooks');
  const now = deps.now().toISOString();
  const newWebhook = (): Webhook => ({
    id: deps.ids.webhookId(),
    companyId: caller.companyId,
    account,
    ...wanted,
    secret: formatSecret(deps.ids.secret()),
    oldSecrets: [],
    createdAt: now,
    updatedAt: now,
    health: healthy,
  });
  for (let webhook = newWebhook(); ; ) {
    const inserted = await deps.webhooks.insert(webhook, webhooksMax);
    if (inserted === 'inserted') return webhook;
    if (inserted === 'full') refuse('too_many_webhooks');
    // Then the same one again: an earlier try of it may still land.
    if (inserted === 'uncounted') await deps.webhooks.startCount(account, existing.length);
    else webhook = newWebhook();
  }
}
