// Sends a webhook's deliveries again: all since an instant, or all from a delivery on. Each call sends up to a hundred,
// newest first.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import type { Delivery } from './delivery.ts';
import type { WithDeliveries, WithQueues, WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';
import { sendAgain } from './redeliver-webhook.ts';
import type { Webhook } from './webhook.ts';

type Deps = Base & WithAccounts & WithWebhooks & WithDeliveries & WithQueues;

/**
 * The deliveries to send again. `from`: a sequence number. `before`: only lower numbers, to continue after the first
 * hundred. `asked`: the time at which a person saw the plan.
 */
export type Again = { since: { at: string } | { from: number }; before?: number | undefined; asked: string };
/**
 * The deliveries that would be sent. `rows`: newest first. `left`: number of older deliveries; if `isCounted` is false,
 * there may be more.
 */
export type Plan = { webhook: Webhook; rows: Delivery[]; left: number; isCounted: boolean };

const most = 100;
/**
 * Number of deliveries to read. It is larger than the number to send, because deliveries are only roughly in the order
 * of their times.
 */
const readMost = 1_000;
const workers = 10;

/**
 * Shows the deliveries that would be sent, and sends nothing. Leaves out PENDING deliveries, and deliveries that were
 * tried after `asked`.
 */
export async function planRedeliveries(
  deps: Deps,
  caller: Identity,
  webhookId: number,
  { since, before = Number.MAX_SAFE_INTEGER, asked }: Again,
): Promise<Plan & { next: number | undefined }> {
  const webhook = await findWebhook(deps, caller, webhookId, ['WEBHOOK']);
  const isIn = (row: Delivery) => ('at' in since ? row.createdAt >= since.at : row.sequence >= since.from);
  const read = await deps.deliveries.list(webhookId, before, readMost);
  const wanted = read.filter(isIn);
  // The hundred is chosen before sent deliveries are left out. So if a form is sent twice, both times concern the same
  // hundred deliveries.
  const hundred = wanted.slice(0, most);
  const oldest = read.at(-1);
  return {
    webhook,
    rows: hundred.filter(({ status, log }) => status !== 'PENDING' && (log.at(-1)?.at ?? '') < asked),
    left: wanted.length - hundred.length,
    isCounted: read.length < readMost || (oldest !== undefined && !isIn(oldest)),
    next: hundred.at(-1)?.sequence,
  };
}

export async function redeliverMany(
  deps: Deps,
  caller: Identity,
  webhookId: number,
  again: Again,
): ReturnType<typeof planRedeliveries> {
  const plan = await planRedeliveries(deps, caller, webhookId, again);
  if (plan.webhook.health.paused) refuse('webhook_is_paused');
  await atOnce(workers, plan.rows, (row) => sendAgain(deps, row));
  return plan;
}
