// Pauses a webhook. Reasons: its receiver fails or answered 410, the client that set its address has lost the right to
// it, or an operator asked for it. The account's other webhooks get an event. Events are still recorded, and their
// deliveries are held.

import type { Core, WithQueues } from './deps.ts';
import { makeEvent } from './event.ts';
import type { PauseReason, Registration } from './webhook.ts';

/** @param occasion identifies this pause, so that recording it twice makes one event */
export async function pauseWebhook(
  deps: Core & WithQueues,
  webhook: Registration,
  reason: PauseReason,
  occasion: string,
): Promise<void> {
  const { id, account, health, updatedAt } = webhook;
  const at = deps.now().toISOString();
  const event = { account, id: `webhook-${id}-paused-${occasion}`, at, type: 'webhook.paused' } as const;
  const data = { webhook_id: id, reason, failing_since: health.failingSince ?? null };
  // Sent first: if the worker stops before the write, the next one pauses again with the same event id.
  await deps.queues.sendAccountEvent(makeEvent({ ...event, types: ['INTEGRATION'] }, data));
  const paused = { ...health, paused: { at, reason } };
  const isReceivers = reason === 'failing' || reason === 'gone';
  // Such a pause applies only to the registration that was checked, because another client may have set its address
  // since. A pause caused by the receiver always applies.
  await (isReceivers
    ? deps.webhooks.noteHealth(webhook, paused)
    : deps.webhooks.setState(webhook, { health: paused, updatedAt }));
  deps.log.warn('webhook paused', { webhookId: id, outcome: reason });
}

/** For pauses that only an edit ends: one pause per version of the registration. */
export function pauseSinceEdit(
  deps: Core & WithQueues,
  webhook: Registration,
  reason: 'right_lost' | 'operator',
): Promise<void> {
  return pauseWebhook(deps, webhook, reason, `${reason}-${Date.parse(webhook.updatedAt)}`);
}
