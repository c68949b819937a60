// Finds events without deliveries, and creates the missing rows. Deliveries may be missing because a message about a
// feed was lost. An event is checked only some time after it was first found in the feed, so that its message has time
// to arrive.

import type { AccountRef } from '../base/account-ref.ts';
import { ageSeconds } from '../base/time.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithDeliveries, WithEvents, WithWebhooks } from '../webhook/deps.ts';
import { isFor, openDelivery } from '../webhook/fan-out.ts';
import type { FeedCheck } from '../webhook/feed-check-store.ts';
import type { RecordedEvent } from '../webhook/feed-page.ts';
import { isSlow, type Registration } from '../webhook/webhook.ts';

type Deps = Base & WithEvents & WithWebhooks & WithDeliveries & WithQueues;

/** Number of events that one step reads. */
const perStep = 1_000;

/**
 * Checks one account.
 * @param hasTime called before each further step
 * @returns whether there are more events to check, now or later
 */
export async function findMissingDeliveries(
  deps: Deps,
  account: AccountRef,
  hasTime: () => boolean,
): Promise<boolean> {
  const [end, check] = await Promise.all([deps.events.lastNumber(account), deps.feedChecks.get(account)]);
  const now = deps.now();
  const found = { to: check?.to ?? 0, seen: end, seenAt: now.toISOString() };
  if (found.to === end) return false;
  const webhooks = await deps.webhooks.listRegistrations(account);
  const note = (next: FeedCheck) => deps.feedChecks.put(account, check, next);
  if (webhooks.length === 0) {
    await note({ ...found, to: end });
    return false;
  }
  if (check === undefined || check.seen === check.to) {
    await note(found);
    return true;
  }
  if (ageSeconds(check.seenAt, now) < deps.config.RESUME_AFTER_SECONDS) return true;
  const to = await checkUpTo(deps, account, webhooks, check, hasTime);
  await note(to === check.seen ? { ...found, to } : { ...check, to });
  return to < end;
}

/**
 * Checks the events.
 * @returns the number of the last checked event
 */
async function checkUpTo(
  deps: Deps,
  account: AccountRef,
  webhooks: readonly Registration[],
  { to: before, seen }: FeedCheck,
  hasTime: () => boolean,
): Promise<number> {
  let to = before;
  for (let isFirst = true; to < seen && (isFirst || hasTime()); isFirst = false) {
    const events = await deps.events.list(account, to, Math.min(perStep, seen - to));
    const last = events.at(-1);
    if (!last) return to;
    for (const webhook of webhooks) await openMissing(deps, webhook, events.filter(isFor(webhook)));
    to = last.sequence;
  }
  return to;
}

async function openMissing(
  deps: Deps,
  webhook: Registration,
  events: readonly RecordedEvent[],
): Promise<void> {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const opened = await deps.deliveries.listNumbers(webhook.id, first.sequence, last.sequence);
  const missing = events.filter(({ sequence }) => !opened.has(sequence));
  if (missing.length === 0) return;
  const isPrompt = !webhook.health.paused && !isSlow(webhook.health);
  for (const _ of isPrompt ? missing : []) deps.metrics.count('DeliveryInTime', 0);
  for (const event of missing) await openDelivery(deps, webhook, event);
  deps.log.warn('missing deliveries started', { webhookId: webhook.id, count: missing.length });
}
