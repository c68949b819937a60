// Shows one delivery, with the event that it sends.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithDeliveries, WithEvents, WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';

export async function showDelivery(
  deps: Base & WithAccounts & WithEvents & WithWebhooks & WithDeliveries,
  caller: Identity,
  webhookId: number,
  sequence: number,
) {
  const webhook = await findWebhook(deps, caller, webhookId);
  const delivery = await deps.deliveries.get({ webhookId, sequence });
  if (!delivery) refuse('delivery_not_found');
  const page = await deps.events.getPage(webhook.account, delivery.page);
  return { webhook, delivery, event: page?.find((one) => one.sequence === sequence) };
}
