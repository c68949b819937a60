// What follows from an attempt, for the delivery and for what we know of its receiver.

import { eventSubject } from '../correlation.ts';
import {
  type Attempt,
  afterFailure,
  type Delivery,
  judge,
  messageOf,
  nextWait,
  restSeconds,
} from '../delivery.ts';
import type { Core, WithQueues } from '../deps.ts';
import { delaySecondsMax } from '../queues.ts';
import { addSeconds, ageSeconds } from '../time.ts';
import { healthy, isSlow, type Webhook, type WebhookHealth } from '../webhook.ts';
import type { Attempted } from './attempt-delivery.ts';
import { pauseWebhook } from './pause-webhook.ts';

/** @param claimed the row as this attempt's claim left it */
export async function noteAttempt(
  deps: Core & WithQueues,
  claimed: Delivery,
  webhook: Webhook,
  { attempt, retryAfter }: Attempted,
): Promise<void> {
  const verdict = judge(attempt);
  const about = {
    ...eventSubject(claimed.eventId),
    eventType: claimed.eventType,
    webhookId: webhook.id,
    attempts: claimed.attempts,
    milliseconds: attempt.milliseconds,
  };
  deps.log.info('delivery attempted', { ...about, outcome: verdict });
  if (verdict === 'delivered') {
    const ended = await deps.deliveries.end(claimed, 'DELIVERED', attempt);
    if (ended) countDelivered(deps, claimed);
    return noteSuccess(deps, webhook, attempt);
  }
  deps.metrics.count('DeliveryAttemptsFailed');
  if (verdict === 'gone') {
    // First, as long as the delivery is open: it brings back whoever dies in between. Only an edit ends a pause.
    await pauseWebhook(deps, webhook, 'gone', String(Date.parse(webhook.updatedAt)));
    if (await deps.deliveries.end(claimed, 'CANCELLED', attempt)) deps.metrics.count('DeliveriesFailed');
    return;
  }
  // Not prompt is no failure yet: the next attempt has time for an answer.
  if (attempt.result === 'timeout' && claimed.attempts === 1 && !isSlow(webhook.health)) {
    await deps.webhooks.noteHealth(webhook, { ...webhook.health, slow: true });
    return schedule(deps, claimed, attempt, claimed.step, 0);
  }
  await noteFailure(deps, webhook);
  const wait = nextWait(deps.config.WEBHOOK_LADDER_SECONDS, claimed.step, retryAfter, deps.ids.fraction());
  if (wait !== undefined) return schedule(deps, claimed, attempt, claimed.step + 1, wait);
  if (await deps.deliveries.end(claimed, 'EXHAUSTED', attempt)) deps.metrics.count('DeliveriesFailed');
  deps.log.warn('delivery exhausted', about);
}

function countDelivered({ metrics, now }: Core & WithQueues, { createdAt }: Delivery): void {
  metrics.count('DeliveriesSucceeded');
  metrics.count('DeliveryAge', ageSeconds(createdAt, now()));
}

/** A message where one can wait that long; beyond that the due index brings the row back. */
async function schedule(
  deps: Core & WithQueues,
  claimed: Delivery,
  attempt: Attempt,
  step: number,
  wait: number,
): Promise<void> {
  const now = deps.now();
  const delay = Math.ceil(wait);
  const hasMessage = delay <= delaySecondsMax;
  const next = addSeconds(now, delay);
  const dueAt = hasMessage ? addSeconds(now, delay + deps.config.RESUME_AFTER_SECONDS) : next;
  const scheduled = await deps.deliveries.scheduleNext(claimed, attempt, step, next, dueAt);
  if (scheduled && hasMessage) await deps.queues.sendDelivery(messageOf(scheduled, 'slow'), delay);
}

/** Written only when it changes something: a healthy receiver's success costs nothing more. */
async function noteSuccess(
  deps: Core & WithQueues,
  webhook: Webhook,
  { milliseconds }: Attempt,
): Promise<void> {
  const was = webhook.health;
  // In half the time that the fast lane allows: who answers about as fast as that does not go to and fro.
  const isPrompt = milliseconds < deps.config.WEBHOOK_PATIENCE_SECONDS * 500;
  const health: WebhookHealth = was.slow && !isPrompt ? { ...healthy, slow: true } : healthy;
  if (was.failures > 0 || was.slow !== health.slow) await deps.webhooks.noteHealth(webhook, health);
}

/** Of attempts that fail at the same time one is counted. */
async function noteFailure(deps: Core & WithQueues, webhook: Webhook): Promise<void> {
  const { WEBHOOK_LADDER_SECONDS: ladder, WEBHOOK_PAUSE_AFTER_SECONDS: pauseAfter } = deps.config;
  const now = deps.now();
  const restUntil = addSeconds(now, restSeconds(ladder, webhook.health.failures + 1));
  const health = afterFailure(webhook.health, now, restUntil, pauseAfter);
  if (health.paused) {
    const occasion = String(Date.parse(health.failingSince ?? health.paused.at));
    return pauseWebhook(deps, webhook, health.paused.reason, occasion);
  }
  await deps.webhooks.noteHealth(webhook, health);
}
