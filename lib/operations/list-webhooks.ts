// The webhooks of an account, oldest first (spec: GET /api/webhooks). Account, policy and registrations are read
// side by side.

import { hasPolicy, isOwnAccount } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { Identity } from '../tokens.ts';
import type { Webhook, WebhookType } from '../webhook.ts';

export type WebhookFilter = { id?: number | undefined; type?: WebhookType | undefined };

export async function listWebhooks(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
  { id, type }: WebhookFilter = {},
): Promise<Webhook[]> {
  const [{ account, policy }, webhooks] = await Promise.all([
    deps.accounts.getWithPolicy(ref, caller.userId),
    deps.webhooks.list(ref),
  ]);
  if (!isOwnAccount(caller, account) || !hasPolicy(caller, policy)) refuse('account_not_found');
  if (account.status === 'CLOSED') refuse('account_is_closed');
  return webhooks.filter(
    (webhook) => (id === undefined || webhook.id === id) && (type === undefined || webhook.type === type),
  );
}
