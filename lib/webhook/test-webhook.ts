// Sends a test event to one webhook. The event is recorded, signed, delivered and logged like a real event.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithDeliveries, WithEvents, WithQueues, WithWebhooks } from './deps.ts';
import { makeEvent } from './event.ts';
import { openDelivery } from './fan-out.ts';
import { findWebhook } from './find-webhook.ts';

/**
 * Sends the event.
 * @returns the ids of the delivery and of the event
 */
export async function testWebhook(
  deps: Base & WithAccounts & WithEvents & WithWebhooks & WithDeliveries & WithQueues,
  caller: Identity,
  webhookId: number,
): Promise<{ sequence: number; eventId: string }> {
  const webhook = await findWebhook(deps, caller, webhookId, ['WEBHOOK']);
  if (webhook.health.paused) refuse('webhook_is_paused');
  const id = `webhook-${webhookId}-test-${deps.ids.attempt()}`;
  const at = deps.now().toISOString();
  const event = { account: webhook.account, id, at, type: 'webhook.test', types: [] } as const;
  const position = await deps.events.append(makeEvent(event, { webhook_id: webhookId }));
  await openDelivery(deps, webhook, { ...event, ...position });
  return { sequence: position.sequence, eventId: id };
}
