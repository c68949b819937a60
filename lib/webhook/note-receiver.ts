// Records an attempt's result on the receiver. After a success, the receiver's parked deliveries are sent. After a
// failure, one delivery is chosen for the next try.

import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { afterFailure, type Delivery, restSeconds } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { pauseWebhook } from './pause-webhook.ts';
import type { Pace } from './receiver-pace.ts';
import { comeBack, release } from './wait-for-receiver.ts';
import { healthy, type Webhook } from './webhook.ts';

type Deps = Base & WithWebhooks & WithDeliveries & WithQueues;

/**
 * Records a success. The health is written only if it changes, so that a success of a prompt receiver costs no write.
 */
export async function noteSuccess(deps: Deps, webhook: Webhook, pace: Pace): Promise<void> {
  const { failures, waiting, pace: before } = webhook.health;
  if (failures === 0 && !waiting && pace === before) return;
  const parked = await listParked(deps, webhook);
  // The range is kept while any delivery is parked, so that the next success sends the parked deliveries too.
  const left = waiting && parked.length > 0 ? { waiting } : {};
  const isNoted = await deps.webhooks.noteHealth(webhook, { ...healthy, pace, ...left });
  if (isNoted) await release(deps, parked);
}

/**
 * Records a failure. Concurrent failed attempts count once.
 * @param wait seconds until the failed delivery's own next attempt; undefined if there is no next attempt
 * @returns seconds during which no attempt is made to this receiver
 */
export async function noteFailure(
  deps: Deps,
  webhook: Webhook,
  pace: Pace,
  wait: number | undefined,
): Promise<number> {
  const { WEBHOOK_LADDER_SECONDS: ladder, WEBHOOK_PAUSE_AFTER_SECONDS: pauseAfter } = deps.config;
  const now = deps.now();
  const rest = restSeconds(ladder, webhook.health.failures + 1);
  const restUntil = addSeconds(now, rest);
  const health = afterFailure({ ...webhook.health, pace }, now, restUntil, pauseAfter);
  if (health.paused) {
    const occasion = String(Date.parse(health.failingSince ?? health.paused.at));
    await pauseWebhook(deps, webhook, health.paused.reason, occasion);
    return rest;
  }
  const isOwnProbe = wait !== undefined && wait <= rest * 1.5;
  const [probe] = isOwnProbe ? [] : await listParked(deps, webhook);
  const probeAt = isOwnProbe ? addSeconds(now, Math.max(wait, rest)) : probe && restUntil;
  const isNoted = await deps.webhooks.noteHealth(webhook, { ...health, ...(probeAt ? { probeAt } : {}) });
  if (isNoted && probe) await comeBack(deps, probe, rest);
  return rest;
}

async function listParked(
  deps: Base & WithDeliveries,
  { id, health: { waiting } }: Webhook,
): Promise<Delivery[]> {
  return waiting ? deps.deliveries.listParked(id, waiting.from, waiting.before) : [];
}
