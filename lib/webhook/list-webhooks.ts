// Lists the webhooks of an account, oldest first (spec: GET /api/webhooks).

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';
import type { Webhook, WebhookType } from './webhook.ts';

export type WebhookFilter = { id?: number | undefined; type?: WebhookType | undefined };

export async function listWebhooks(
  deps: Base & WithAccounts & WithWebhooks,
  caller: Identity,
  ref: AccountRef,
  { id, type }: WebhookFilter = {},
): Promise<Webhook[]> {
  const { account } = await findAccount(deps, caller, ref);
  if (account.status === 'CLOSED') refuse('account_is_closed');
  const webhooks = await deps.webhooks.list(ref);
  return webhooks.filter(
    (webhook) => (id === undefined || webhook.id === id) && (type === undefined || webhook.type === type),
  );
}
