// One attempt to deliver one event to one webhook. Who does not hold the current turn stops; the registration is
// read for every attempt; a receiver that is not well is tried on the slow lane only, one attempt at a time.

import { type Delivery, type DeliveryMessage, messageOf } from '../delivery.ts';
import type { Core, WithOutbound, WithQueues } from '../deps.ts';
import { delaySecondsMax } from '../queues.ts';
import { addSeconds } from '../time.ts';
import { isSlow, type Webhook } from '../webhook.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { noteAttempt } from './note-attempt.ts';

export async function deliverWebhook(
  deps: Core & WithOutbound & WithQueues,
  message: DeliveryMessage,
): Promise<void> {
  const { delivery, webhook, event } = await deps.deliveries.getCase(message.webhook, message.sequence);
  if (delivery?.status !== 'PENDING' || delivery.turn !== message.turn) return;
  if (!webhook) return end(deps, delivery, 'CANCELLED');
  // Events are never deleted, but one that has just been recorded may not be seen yet: the message comes again.
  if (!event) throw new Error('an event is not there yet');
  if (webhook.health.paused) return end(deps, delivery, 'HELD');
  if (message.lane === 'fast' && isSlow(webhook.health)) {
    return deps.queues.sendDelivery({ ...message, lane: 'slow' });
  }
  const tried = await takeReceiver(deps, webhook);
  if (!tried) return postpone(deps, delivery, webhook);

  const { WEBHOOK_TIMEOUT_SECONDS: timeout, RESUME_AFTER_SECONDS: grace } = deps.config;
  const claimed = await deps.deliveries.claim(delivery, addSeconds(deps.now(), timeout + grace));
  if (!claimed) return;
  // Read once more, with nothing between this and the call: it may have been deleted or changed while we claimed.
  const current = await deps.webhooks.get(message.webhook);
  if (!current) return end(deps, claimed, 'CANCELLED');
  const attempt = await attemptDelivery(deps, current, event, claimed.attempts === 1);
  await noteAttempt(deps, claimed, current, attempt);
}

async function end(
  deps: Core & WithOutbound & WithQueues,
  delivery: Delivery,
  status: 'CANCELLED' | 'HELD',
): Promise<void> {
  await deps.deliveries.end(delivery, status);
}

/** A failing receiver is left alone for a while, and then tried by one delivery: the first to note that it does. */
async function takeReceiver(
  deps: Core & WithOutbound & WithQueues,
  webhook: Webhook,
): Promise<Webhook | undefined> {
  const { health } = webhook;
  if (health.failures === 0) return webhook;
  const now = deps.now();
  if (health.restUntil && health.restUntil > now.toISOString()) return undefined;
  const trying = { ...health, restUntil: addSeconds(now, deps.config.WEBHOOK_TIMEOUT_SECONDS) };
  return (await deps.webhooks.noteHealth(webhook, trying)) ? { ...webhook, health: trying } : undefined;
}

/** To the end of the receiver's rest, or of somebody else's attempt; no attempt is used up. */
async function postpone(
  deps: Core & WithOutbound & WithQueues,
  delivery: Delivery,
  { health }: Webhook,
): Promise<void> {
  const { WEBHOOK_TIMEOUT_SECONDS: timeout, RESUME_AFTER_SECONDS: grace } = deps.config;
  const now = deps.now();
  const rest = (Date.parse(health.restUntil ?? '') - now.getTime()) / 1000;
  // Spread, and longer each time: most of what waits will only be put off again.
  const longer = 1 + delivery.postponements + deps.ids.fraction() / 2;
  const wait = Math.ceil((rest > 0 ? rest : timeout) * longer);
  const delay = Math.min(wait, delaySecondsMax);
  const next = addSeconds(now, delay);
  const postponed = await deps.deliveries.postpone(delivery, next, addSeconds(now, delay + grace));
  if (postponed) await deps.queues.sendDelivery(messageOf(postponed, 'slow'), delay);
}
