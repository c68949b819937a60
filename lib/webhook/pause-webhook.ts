// Pauses a webhook, because its receiver fails or answered 410, the client that set its address has lost the right to
// the events, or an operator asked for the pause. The account's other webhooks get an event. Events are still recorded,
// but their deliveries are held.

import type { Base } from '../platform/deps.ts';
import type { WithQueues, WithWebhooks } from './deps.ts';
import { makeEvent } from './event.ts';
import type { PauseReason, Registration } from './webhook.ts';

type Deps = Base & WithWebhooks & WithQueues;

/**
 * Pauses the webhook.
 * @param occasion identifies this pause, so that recording the pause twice makes one event
 */
export async function pauseWebhook(
  deps: Deps,
  webhook: Registration,
  reason: PauseReason,
  occasion: string,
): Promise<void> {
  const { id, account, health, updatedAt } = webhook;
  const at = deps.now().toISOString();
  const event = { account, id: `webhook-${id}-paused-${occasion}`, at, type: 'webhook.paused' } as const;
  const data = { webhook_id: id, reason, failing_since: health.failingSince ?? null };
  // The event is sent before the write. If the worker stops in between, the next worker pauses again with the same
  // event id.
  await deps.queues.sendAccountEvent(makeEvent({ ...event, types: ['INTEGRATION'] }, data));
  const paused = { ...health, paused: { at, reason } };
  const isReceivers = reason === 'failing' || reason === 'gone';
  // A pause caused by the receiver requires that the health and the URL have not changed since the read. A pause for
  // another reason also requires that the webhook was not edited, because another client may have set the address
  // since.
  await (isReceivers
    ? deps.webhooks.noteHealth(webhook, paused)
    : deps.webhooks.setState(webhook, { health: paused, updatedAt }));
  deps.log.warn('webhook paused', { webhookId: id, outcome: reason });
}

/** Pauses a webhook for a reason that only an edit ends. Each version of the registration is paused once. */
export function pauseSinceEdit(
  deps: Deps,
  webhook: Registration,
  reason: 'right_lost' | 'operator',
): Promise<void> {
  return pauseWebhook(deps, webhook, reason, `${reason}-${Date.parse(webhook.updatedAt)}`);
}
