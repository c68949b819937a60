// Makes a delivery wait for its failing receiver. One delivery, the probe, tries the receiver after a rest without
// attempts. The other deliveries are parked without a message until the receiver works again. The number of parked
// deliveries is limited.

import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import { busyWait, type Delivery, messageOf, parkedSeconds, waitingWith } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { makeEvent } from './event.ts';
import type { Webhook } from './webhook.ts';

type Deps = Base & WithWebhooks & WithDeliveries & WithQueues;

export async function waitForReceiver(deps: Deps, delivery: Delivery, webhook: Webhook): Promise<void> {
  const { health } = webhook;
  const { WEBHOOK_WAITING_MAX: waitingMax, WEBHOOK_TIMEOUT_SECONDS: timeout } = deps.config;
  const waiting = waitingWith(health.waiting, delivery.sequence, waitingMax);
  if (!waiting) {
    await tellFull(deps, webhook);
    return void (await deps.deliveries.end(delivery, 'HELD'));
  }
  const now = deps.now();
  if (isProbed(deps, webhook)) {
    // The range is written before the delivery is parked, so that the parked delivery can be found later.
    const isNoted =
      waiting === health.waiting || (await deps.webhooks.noteHealth(webhook, { ...health, waiting }));
    if (!isNoted) return comeBack(deps, delivery);
    return void (await deps.deliveries.park(delivery, now.toISOString(), addSeconds(now, parkedSeconds)));
  }
  const isResting = health.restUntil !== undefined && health.restUntil > now.toISOString();
  const probeAt = isResting && health.restUntil ? health.restUntil : addSeconds(now, timeout);
  const isProbe = await deps.webhooks.noteHealth(webhook, { ...health, waiting, probeAt });
  return comeBack(deps, delivery, isProbe ? (Date.parse(probeAt) - now.getTime()) / 1000 : undefined);
}

/** Records the event that new deliveries are held. It is recorded once in each period of failure. */
async function tellFull(deps: Deps, webhook: Webhook): Promise<void> {
  const { id, account, health } = webhook;
  const { waiting, fullSince, failingSince } = health;
  if (!waiting || failingSince === undefined || fullSince === failingSince) return;
  const occasion = `webhook-${id}-full-${Date.parse(failingSince)}`;
  const event = {
    account,
    id: occasion,
    at: deps.now().toISOString(),
    type: 'webhook.backlog_full',
  } as const;
  const data = { webhook_id: id, failing_since: failingSince, held_from: waiting.before };
  await deps.queues.sendAccountEvent(makeEvent({ ...event, types: ['INTEGRATION'] }, data));
  await deps.webhooks.noteHealth(webhook, { ...health, fullSince: failingSince });
  deps.log.warn('new deliveries held, too many are pending', { webhookId: id });
}

/** Returns whether a probe is planned or in progress. A probe that is too late counts as lost. */
function isProbed(deps: Base, { health: { probeAt } }: Webhook): boolean {
  if (probeAt === undefined) return false;
  return addSeconds(new Date(probeAt), deps.config.RESUME_AFTER_SECONDS) > deps.now().toISOString();
}

/**
 * Postpones a delivery without using up an attempt.
 * @param seconds until the next try; by default a wait that doubles each time
 */
export async function comeBack(
  deps: Deps,
  delivery: Delivery,
  seconds = busyWait(delivery.postponements, deps.ids.fraction()),
): Promise<void> {
  const now = deps.now();
  const delay = Math.min(Math.ceil(seconds), delaySecondsMax);
  const dueAt = addSeconds(now, delay + deps.config.RESUME_AFTER_SECONDS);
  const postponed = await deps.deliveries.postpone(delivery, addSeconds(now, delay), dueAt);
  if (postponed) await deps.queues.sendDelivery(messageOf(postponed, 'slow'), delay);
}

const together = 25;

/**
 * Sends parked deliveries again.
 * @param parked the rows as they were read
 */
export async function release(deps: Deps, parked: readonly Delivery[]): Promise<void> {
  for (let start = 0; start < parked.length; start += together)
    await Promise.all(parked.slice(start, start + together).map((delivery) => comeBack(deps, delivery, 0)));
}
