// Stops trying a receiver that wants nothing more, or has only failed for days, and says so: as an event of the
// account, which its other webhooks may get. Events go on being recorded, and their deliveries held.

import type { Deps } from '../deps.ts';
import type { Webhook } from '../webhook.ts';
import { makeEvent } from '../webhook-event.ts';
import { recordEvent } from './record-event.ts';

export async function pauseWebhook(deps: Deps, webhook: Webhook, reason: 'failing' | 'gone'): Promise<void> {
  const { id, account, health } = webhook;
  const at = deps.now().toISOString();
  const paused = { ...health, paused: { at, reason } };
  if (!(await deps.webhooks.noteHealth(webhook, paused))) return;
  deps.log.warn('webhook paused', { webhookId: id, outcome: reason });
  const event = { account, id: `webhook-${id}-paused-${Date.parse(at)}`, at, type: 'webhook.paused' };
  const data = { webhook_id: id, reason, failing_since: health.failingSince ?? null };
  await recordEvent(deps, makeEvent({ ...event, types: ['INTEGRATION'] }, data));
}
