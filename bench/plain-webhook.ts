// Registers a webhook without the API, for measurements of deliveries.

import type { Core } from '../lib/app/deps.ts';
import type { AccountRef } from '../lib/base/account-ref.ts';
import { healthy } from '../lib/webhook/webhook.ts';

/**
 * Registers a webhook that gets every event of an account. The account must already have a count of webhooks.
 * @returns the webhook's id
 */
export async function registerPlain(deps: Core, account: AccountRef, url: string): Promise<number> {
  const id = deps.ids.webhookId();
  const now = deps.now().toISOString();
  await deps.webhooks.insert(
    {
      id,
      companyId: 'company',
      account,
      url,
      type: 'ALL',
      secret: 'whsec_AAAA',
      oldSecrets: [],
      createdAt: now,
      updatedAt: now,
      health: healthy,
    },
    deps.config.WEBHOOKS_MAX,
  );
  return id;
}
