// Pauses a webhook: its receiver fails or is gone, whoever set its address has lost the right to hear, or an operator says
// so. The account is told by an event, which its other webhooks may get. Events go on being recorded, and their deliveries
// are held.

import type { Core, WithQueues } from '../app/deps.ts';
import { makeEvent } from './event.ts';
import type { PauseReason, Registration } from './webhook.ts';

/** @param occasion what makes this pause one, however often it is noted */
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
  // Sent first. Who dies before the pause is written pauses again, under the same id of the event.
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
