// Shows the webhooks of an account to operators: the URL, the client that set it, and whether the webhook is paused.

import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';

/** Lists the webhooks, oldest first. `set_by` is null if the client was not stored at the registration. */
export async function showWebhooks(deps: Base & WithAccounts & WithWebhooks, ref: AccountRef) {
  const [account, webhooks] = await Promise.all([
    deps.accounts.get(ref),
    deps.webhooks.listRegistrations(ref),
  ]);
  if (!account) refuse('account_not_found');
  return {
    account: accountIdOf(ref),
    webhooks: webhooks.map(({ id, url, type, setBy, health }) => ({
      id,
      url,
      type,
      set_by: setBy?.clientId ?? null,
      state: health.paused ? 'PAUSED' : 'ACTIVE',
      reason: health.paused?.reason ?? null,
      paused_at: health.paused?.at ?? null,
      failing_since: health.failingSince ?? null,
    })),
  };
}
