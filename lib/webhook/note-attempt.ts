// Records an attempt's result on the delivery and on the receiver's health.

import { eventSubject } from '../base/correlation.ts';
import { addSeconds, ageSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { Attempted } from './attempt-delivery.ts';
import { type Attempt, type Delivery, judge, messageOf, nextWait } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { noteFailure, noteSuccess } from './note-receiver.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { measure, type Pace } from './receiver-pace.ts';
import { isSlow, type Webhook } from './webhook.ts';

type Deps = Base & WithWebhooks & WithDeliveries & WithQueues;

/**
 * Records the result.
 * @param claimed the row after this attempt's claim
 */
export async function noteAttempt(
  deps: Deps,
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
  const pace = paceAfter(deps, webhook, attempt);
  if (verdict === 'delivered') {
    const ended = await deps.deliveries.end(claimed, 'DELIVERED', attempt);
    if (ended) countDelivered(deps, claimed);
    return noteSuccess(deps, webhook, pace);
  }
  deps.metrics.count('DeliveryAttemptsFailed');
  if (verdict === 'gone') {
    // The webhook is paused before the delivery is ended. If the worker stops in between, the delivery is still open
    // and is tried again. The pause is identified by the webhook's last edit, because only an edit ends it.
    await pauseWebhook(deps, webhook, 'gone', String(Date.parse(webhook.updatedAt)));
    if (await deps.deliveries.end(claimed, 'CANCELLED', attempt)) deps.metrics.count('DeliveriesFailed');
    return;
  }
  // One slow answer is not a failure yet, because the next attempt has the longer timeout.
  if (attempt.result === 'timeout' && claimed.attempts === 1 && !isSlow(webhook.health)) {
    await deps.webhooks.noteHealth(webhook, { ...webhook.health, pace });
    return schedule(deps, claimed, attempt, claimed.step, 0);
  }
  const wait = nextWait(deps.config.WEBHOOK_LADDER_SECONDS, claimed.step, retryAfter, deps.ids.fraction());
  const rest = await noteFailure(deps, webhook, pace, wait);
  if (wait !== undefined) return schedule(deps, claimed, attempt, claimed.step + 1, Math.max(wait, rest));
  if (await deps.deliveries.end(claimed, 'EXHAUSTED', attempt)) deps.metrics.count('DeliveriesFailed');
  deps.log.warn('delivery exhausted', about);
}

/**
 * Returns the receiver's pace after an attempt. A receiver is prompt if it answers within a quarter of the fast queue's
 * timeout. A timeout is never prompt.
 */
function paceAfter(deps: Base, { health }: Webhook, { result, milliseconds }: Attempt): Pace {
  const promptSeconds = deps.config.WEBHOOK_PATIENCE_SECONDS / 4;
  const taken = result === 'timeout' ? Math.max(milliseconds, promptSeconds * 1000) : milliseconds;
  return measure(health.pace, taken, deps.now(), promptSeconds);
}

function countDelivered({ metrics, now }: Base & WithQueues, { createdAt }: Delivery): void {
  metrics.count('DeliveriesSucceeded');
  metrics.count('DeliveryAge', ageSeconds(createdAt, now()));
}

/**
 * Schedules the next attempt: sends a delayed message if SQS allows the delay. Otherwise resume-stalled sends a message
 * when the row is due.
 */
async function schedule(
  deps: Deps,
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
