// Starts a delivery for each event of a page and each webhook that gets the event. If the receiver answers promptly,
// the delivery is only a message, and the result of the first attempt creates its row. Every other delivery starts as a
// row.

import type { AccountRef } from '../base/account-ref.ts';
import { eventSubject } from '../base/correlation.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { factOfEvent } from '../platform/trace-ids.ts';
import { type DeliveryMessage, type DeliverySpeed, messageOf, newDelivery } from './delivery.ts';
import type { WithDeliveries, WithEvents, WithQueues, WithWebhooks } from './deps.ts';
import type { RecordedEvent } from './feed-page.ts';
import { isSlow, type Registration, wants } from './webhook.ts';

type Deps = Base & WithEvents & WithWebhooks & WithDeliveries & WithQueues;

/**
 * Starts the deliveries of a page.
 * @param page number of the page's first event
 */
export async function fanOut(deps: Deps, account: AccountRef, page: number): Promise<void> {
  const events = await deps.events.getPage(account, page);
  // The page may not be readable yet. The error makes SQS deliver the message again.
  if (!events) throw new Error('the page of the feed is not stored yet');
  if (events.every(({ types }) => types.length === 0)) return;
  const start = deps.now();
  const webhooks = await deps.webhooks.listRegistrations(account);
  for (const webhook of webhooks) await openDeliveries(deps, webhook, events.filter(isFor(webhook)));
  for (const { id } of deps.traces ? events.filter(({ types }) => types.length > 0) : [])
    deps.traces?.note(eventSubject(id), {
      ...{ name: 'fanOutWebhooks', kind: 'consumer', after: factOfEvent(id), start, end: deps.now() },
    });
}

/** Returns whether a webhook gets an event. A webhook that was registered after the event does not get it. */
export const isFor = (webhook: Registration) => (event: RecordedEvent) =>
  wants(webhook, event.types) && webhook.createdAt <= event.at;

/** Starts the deliveries of some events to one webhook. */
async function openDeliveries(
  deps: Deps,
  webhook: Registration,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (webhook.health.paused || isSlow(webhook.health)) {
    await Promise.all(events.map((event) => openDelivery(deps, webhook, event)));
    return;
  }
  const messages = events.map(({ sequence, page }): DeliveryMessage => {
    return { webhook: refOf(webhook), sequence, page, revision: 0, speed: 'fast', unstored: true };
  });
  await deps.queues.sendDeliveries(messages);
}

const refOf = ({ id, account, createdAt }: Registration) => ({ id, account, createdAt });

/** Starts a delivery as a row. If its message cannot be sent now, resume-stalled sends it later. */
export async function openDelivery(
  deps: Base & WithDeliveries & WithQueues,
  webhook: Registration,
  event: Pick<RecordedEvent, 'id' | 'type' | 'sequence' | 'page'>,
): Promise<void> {
  const now = deps.now();
  const dueAt = addSeconds(now, deps.config.RESUME_AFTER_SECONDS);
  const state = webhook.health.paused
    ? ({ status: 'HELD' } as const)
    : ({ status: 'PENDING', dueAt } as const);
  const delivery = newDelivery(webhook, event, now, state);
  const isNew = await deps.deliveries.insert(delivery);
  if (!isNew || delivery.status !== 'PENDING') return;
  const speed: DeliverySpeed = isSlow(webhook.health) ? 'slow' : 'fast';
  await deps.queues.sendDelivery(messageOf(delivery, speed)).catch((error) => {
    const about = { ...eventSubject(event.id), webhookId: webhook.id };
    deps.log.error('delivery message not sent, resumeStalled sends it later', about, error);
  });
}
