// Makes one attempt to deliver one event to one webhook. A worker whose message has an outdated revision stops. Every
// attempt reads the registration. A slow receiver is only tried on the slow queue, where each account has few workers.
// A failing receiver is tried by one delivery at a time.

import { addSeconds } from '../base/time.ts';
import type { Base, WithOutbound } from '../platform/deps.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { confirmReceiver } from './confirm-receiver.ts';
import { type Delivery, type DeliveryMessage, unstoredDelivery } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { isInTime } from './event.ts';
import { openDelivery } from './fan-out.ts';
import type { RecordedEvent } from './feed-page.ts';
import { noteAttempt } from './note-attempt.ts';
import { comeBack, waitForReceiver } from './wait-for-receiver.ts';
import { isSlow, type Webhook } from './webhook.ts';

type Deps = Base & WithWebhooks & WithDeliveries & WithOutbound & WithQueues;

type Attemptable = { delivery: Delivery; webhook: Webhook; event: RecordedEvent };

export async function deliverWebhook(deps: Deps, message: DeliveryMessage): Promise<void> {
  const { delivery: stored, webhook, event } = await deps.deliveries.getCase(message);
  // The message is obsolete if the delivery has a row and the message says that it has none, or the other way round.
  if (stored ? message.unstored : !message.unstored) return;
  if (stored && (stored.status !== 'PENDING' || stored.revision !== message.revision)) return;
  if (!webhook) return stored && end(deps, stored, 'CANCELLED');
  // Events are never deleted, but a new event may not be readable yet. The error makes SQS deliver the message again.
  if (!event) throw new Error('the event is not stored yet');
  const delivery = stored ?? unstoredDelivery(webhook, event, deps.now());
  if (delivery.unstored && (webhook.health.paused || isSlow(webhook.health)))
    return openDelivery(deps, webhook, event);
  if (webhook.health.paused) return end(deps, delivery, 'HELD');
  if (!isSlow(webhook.health)) return attempt(deps, { delivery, webhook, event });
  if (message.speed === 'fast') return deps.queues.sendDelivery({ ...message, speed: 'slow' });
  return attemptSlowly(deps, { delivery, webhook, event });
}

async function attemptSlowly(deps: Deps, { delivery, webhook, event }: Attemptable): Promise<void> {
  const now = deps.now();
  const { failures, restUntil = '' } = webhook.health;
  if (failures > 0 && restUntil > now.toISOString()) return waitForReceiver(deps, delivery, webhook);
  const lease = await deps.slowAttempts.take(webhook.account);
  if (!lease) return comeBack(deps, delivery);
  try {
    const tried = failures > 0 ? await takeReceiver(deps, webhook) : webhook;
    if (!tried) return await comeBack(deps, delivery);
    await attempt(deps, { delivery, webhook: tried, event });
  } finally {
    await deps.slowAttempts.give(lease).catch((error) => {
      deps.log.error('attempt slot not released, it expires later', { webhookId: webhook.id }, error);
    });
  }
}

async function attempt(deps: Deps, { delivery, webhook, event }: Attemptable): Promise<void> {
  const { WEBHOOK_TIMEOUT_SECONDS: timeout, RESUME_AFTER_SECONDS: grace } = deps.config;
  const claimed = await deps.deliveries.claim(delivery, addSeconds(deps.now(), timeout + grace));
  if (!claimed) return;
  // The registration is read again right before the POST, because the webhook may have been deleted or changed during
  // the claim.
  const current = await confirmReceiver(deps, webhook);
  if (typeof current === 'string') return end(deps, claimed, current);
  // A delivery without a row is the first to a receiver that answered promptly.
  if (claimed.unstored) deps.metrics.count('DeliveryInTime', isInTime(event, deps.now()) ? 1 : 0);
  const attempted = await attemptDelivery(deps, current, event, claimed.attempts === 1);
  await noteAttempt(deps, claimed, current, attempted);
}

async function end(
  deps: Base & WithDeliveries,
  delivery: Delivery,
  status: 'CANCELLED' | 'HELD',
): Promise<void> {
  await deps.deliveries.end(delivery, status);
}

/**
 * Returns the webhook if this delivery may try the failing receiver. If several deliveries try at the same time, only
 * the first one to write may continue.
 */
async function takeReceiver(deps: Base & WithWebhooks, webhook: Webhook): Promise<Webhook | undefined> {
  const { probeAt: _, ...health } = webhook.health;
  const trying = { ...health, restUntil: addSeconds(deps.now(), deps.config.WEBHOOK_TIMEOUT_SECONDS) };
  return (await deps.webhooks.noteHealth(webhook, trying)) ? { ...webhook, health: trying } : undefined;
}
