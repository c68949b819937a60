// Lists a webhook's deliveries, newest first, with the health of its receiver.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { Delivery } from './delivery.ts';
import type { WithDeliveries, WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';
import type { Webhook } from './webhook.ts';

export type DeliveryPage = { webhook: Webhook; rows: Delivery[]; next: number | null };

/**
 * Lists one page of deliveries.
 * @param before only deliveries with a lower sequence number are listed
 */
export async function listDeliveries(
  deps: Base & WithAccounts & WithWebhooks & WithDeliveries,
  caller: Identity,
  webhookId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<DeliveryPage> {
  const webhook = await findWebhook(deps, caller, webhookId);
  const found = await deps.deliveries.list(webhookId, before, limit + 1);
  const rows = found.slice(0, limit);
  return { webhook, rows, next: found.length > limit ? (rows.at(-1)?.sequence ?? null) : null };
}
