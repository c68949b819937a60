// Stops trying a receiver that wants nothing more, or has only failed for days, and says so: as an event of the
// account, which its other webhooks may get. Events go on being recorded, and their deliveries held.

import type { Core, WithQueues } from '../deps.ts';
import type { Webhook } from '../webhook.ts';
import { makeEvent } from '../webhook-event.ts';
import { recordEvent } from './record-event.ts';

/** @param occasion what makes this pause one, however often it is noted */
export async function pauseWebhook(
  deps: Core & WithQueues,
  webhook: Webhook,
  reason: 'failing' | 'gone',
  occasion: string,
): Promise<void> {
  const { id, account, health } = webhook;
  const at = deps.now().toISOString();
  const event = { account, id: `webhook-${id}-paused-${occasion}`, at, type: 'webhook.paused' };
  const data = { webhook_id: id, reason, failing_since: health.failingSince ?? null };
  // First, and once by its id: a worker that dies in between pauses again, and is silent then.
  await recordEvent(deps, makeEvent({ ...event, types: ['INTEGRATION'] }, data));
  await deps.webhooks.noteHealth(webhook, { ...health, paused: { at, reason } });
  deps.log.warn('webhook paused', { webhookId: id, outcome: reason });
}
