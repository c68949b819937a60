// Sends a webhook's deliveries again, since an instant or from a delivery on: newest first, a hundred at a time.

import type { Identity } from '../access/tokens.ts';
import { refuse } from '../base/errors.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Delivery } from './delivery.ts';
import type { Core, WithQueues } from './deps.ts';
import { findWebhook } from './find-webhook.ts';
import { sendAgain } from './redeliver-webhook.ts';
import type { Webhook } from './webhook.ts';

/** `from`: sequence number. `before`: only lower numbers, after the first hundred. `asked`: when a person saw the plan. */
export type Again = { since: { at: string } | { from: number }; before?: number | undefined; asked: string };
/** `rows`: newest first. `left`: how many are older than these, at least, if they are not all counted. */
export type Plan = { webhook: Webhook; rows: Delivery[]; left: number; isCounted: boolean };

const most = 100;
/** Deliveries are nearly in the order of their times, so some more are read than are sent. */
const readMost = 1_000;
const workers = 10;

/** Shows what would be sent, and sends nothing. A PENDING delivery, or one that was tried since `asked`, is left out. */
export async function planRedeliveries(
  deps: Core,
  caller: Identity,
  webhookId: number,
  { since, before = Number.MAX_SAFE_INTEGER, asked }: Again,
): Promise<Plan & { next: number | undefined }> {
  const webhook = await findWebhook(deps, caller, webhookId, ['WEBHOOK']);
  const isIn = (row: Delivery) => ('at' in since ? row.createdAt >= since.at : row.sequence >= since.from);
  const read = await deps.deliveries.list(webhookId, before, readMost);
  const wanted = read.filter(isIn);
  // The hundred does not depend on what was sent already: the same form, sent twice, is about the same hundred.
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
  deps: Core & WithQueues,
  caller: Identity,
  webhookId: number,
  again: Again,
): ReturnType<typeof planRedeliveries> {
  const plan = await planRedeliveries(deps, caller, webhookId, again);
  if (plan.webhook.health.paused) refuse('webhook_is_paused');
  await atOnce(workers, plan.rows, (row) => sendAgain(deps, row));
  return plan;
}
