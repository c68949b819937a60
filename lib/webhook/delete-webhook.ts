// Deletes a webhook permanently (spec: DELETE /api/webhooks). Every attempt reads the registration first, so no attempt
// starts after the deletion returns.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';

export async function deleteWebhook(
  deps: Base & WithAccounts & WithWebhooks,
  caller: Identity,
  id: number,
): Promise<void> {
  const webhook = await findWebhook(deps, caller, id, ['WEBHOOK']);
  await deps.webhooks.delete(webhook);
}
