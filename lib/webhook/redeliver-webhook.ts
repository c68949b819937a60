// Sends an event to a webhook again at once, whatever its delivery's status. The retry schedule starts again.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { type Delivery, messageOf } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';

type Deps = Base & WithAccounts & WithWebhooks & WithDeliveries & WithQueues;

export async function redeliverWebhook(
  deps: Deps,
  caller: Identity,
  webhookId: number,
  sequence: number,
): Promise<Delivery> {
  const webhook = await findWebhook(deps, caller, webhookId, ['WEBHOOK']);
  const delivery = await deps.deliveries.get({ webhookId, sequence });
  if (!delivery) refuse('delivery_not_found');
  if (webhook.health.paused) refuse('webhook_is_paused');
  return sendAgain(deps, delivery);
}

/** Restarts a delivery of a webhook that is not paused, and that the caller may change. */
export async function sendAgain(deps: Deps, delivery: Delivery): Promise<Delivery> {
  const now = deps.now();
  const dueAt = addSeconds(now, deps.config.RESUME_AFTER_SECONDS);
  const reopened = await deps.deliveries.reopen(delivery, now.toISOString(), dueAt);
  // If the row has changed, another attempt was made in the meantime, which is what the caller wanted.
  if (!reopened) return (await deps.deliveries.get(delivery)) ?? delivery;
  await deps.queues.sendDelivery(messageOf(reopened, 'slow'));
  return reopened;
}
