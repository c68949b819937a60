// Records an event in its account's feed and opens a delivery for each webhook that wants it. Recording it
// twice changes nothing: the event's id and the deliveries' keys come from what happened.

import type { Core, WithQueues } from '../app/deps.ts';
import { eventSubject } from '../base/correlation.ts';
import { addSeconds } from '../base/time.ts';
import { type DeliveryLane, messageOf, newDelivery } from './delivery.ts';
import type { AccountEvent } from './event.ts';
import { isSlow, type Registration, wants } from './webhook.ts';

export async function recordEvent(deps: Core & WithQueues, event: AccountEvent): Promise<void> {
  const sequence = await deps.events.append(event);
  deps.log.info('event recorded', { ...eventSubject(event.id), eventType: event.type });
  if (event.types.length === 0) return;
  const webhooks = await deps.webhooks.listRegistrations(event.account);
  // A webhook registered after an event does not get it.
  const wanting = webhooks.filter((webhook) => wants(webhook, event.types) && webhook.createdAt <= event.at);
  await Promise.all(wanting.map((webhook) => openDelivery(deps, webhook, { ...event, sequence })));
}

/** The row is in the due index, which sends the message later if it cannot be sent now. */
export async function openDelivery(
  deps: Core & WithQueues,
  webhook: Registration,
  event: Pick<AccountEvent, 'id' | 'type'> & { sequence: number },
): Promise<void> {
  const now = deps.now();
  const dueAt = addSeconds(now, deps.config.RESUME_AFTER_SECONDS);
  const state = webhook.health.paused
    ? ({ status: 'HELD' } as const)
    : ({ status: 'PENDING', dueAt } as const);
  const delivery = newDelivery(webhook, event, now, state);
  const isNew = await deps.deliveries.insert(delivery);
  if (!isNew || delivery.status !== 'PENDING') return;
  const lane: DeliveryLane = isSlow(webhook.health) ? 'slow' : 'fast';
  await deps.queues.sendDelivery(messageOf(delivery, lane)).catch((error) => {
    const about = { ...eventSubject(event.id), webhookId: webhook.id };
    deps.log.error('delivery message not sent, resumeStalled sends it later', about, error);
  });
}
