// Stops trying a receiver: since of its own doing it gets nothing, since whoever set its address may not hear any more, or
// by an operator's word. It says so as an event of the account, which its other webhooks may get. Events go on being
// recorded, and their deliveries held.

import type { Core, WithQueues } from '../deps.ts';
import type { PauseReason, Registration } from '../webhook.ts';
import { makeEvent } from '../webhook-event.ts';

/** @param occasion what makes this pause one, however often it is noted */
export async function pauseWebhook(
  deps: Core & WithQueues,
  webhook: Registration,
  reason: PauseReason,
  occasion: string,
): Promise<void> {
  const { id, account, health, updatedAt } = webhook;
  const at = deps.now().toISOString();
  const event = { account, id: `webhook-${id}-paused-${occasion}`, at, type: 'webhook.paused' };
  const data = { webhook_id: id, reason, failing_since: health.failingSince ?? null };
  // First, and once by its id: whoever dies in between has told what somebody pauses again.
  await deps.queues.sendAccountEvent(makeEvent({ ...event, types: ['INTEGRATION'] }, data));
  const paused = { ...health, paused: { at, reason } };
  const isReceivers = reason === 'failing' || reason === 'gone';
  // What is not its receiver's doing holds for the registration as it was judged: somebody else may vouch for it now.
  await (isReceivers
    ? deps.webhooks.noteHealth(webhook, paused)
    : deps.webhooks.setState(webhook, { health: paused, updatedAt }));
  deps.log.warn('webhook paused', { webhookId: id, outcome: reason });
}

/** For what an edit alone ends: one pause for each time that the registration was changed. */
export function pauseSinceEdit(
  deps: Core & WithQueues,
  webhook: Registration,
  reason: 'right_lost' | 'operator',
): Promise<void> {
  return pauseWebhook(deps, webhook, reason, `${reason}-${Date.parse(webhook.updatedAt)}`);
}
