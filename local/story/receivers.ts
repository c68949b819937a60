// Plays the webhooks of the shop's account: one whose receiver takes every delivery, and one whose receiver refuses.

import type { Identity } from '../../lib/access/tokens.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { createWebhook } from '../../lib/webhook/create-webhook.ts';
import { deliverWebhook } from '../../lib/webhook/deliver-webhook.ts';
import { fanOut } from '../../lib/webhook/fan-out.ts';
import type { WebhookType } from '../../lib/webhook/webhook.ts';
import { refusingPath, takingPath } from '../demo-receiver.ts';
import { hourMs, playAt } from './clock.ts';
import type { Stage } from './stage.ts';

const eventsMax = 10_000;

/** Registers a webhook at a receiver of this machine. */
const register = ({ deps }: Stage, creator: Identity, account: AccountRef, url: string, type: WebhookType) =>
  createWebhook(deps, creator, { branch: account.branch, number: account.number }, { url, type });

/**
 * Registers the webhooks and delivers the latest events of the account.
 * @param baseUrl the address of the stage, which has the receivers
 * @param since the time of the first registration
 */
export async function playWebhooks(
  stage: Stage,
  creator: Identity,
  account: AccountRef,
  baseUrl: string,
  since: number,
): Promise<void> {
  const { deps, deliveries } = stage;
  await playAt(since, () => register(stage, creator, account, `${baseUrl}${takingPath}`, 'ALL'));
  await playAt(since + hourMs, () =>
    register(stage, creator, account, `${baseUrl}${refusingPath}`, 'PIX_CASHOUT_SUCCESS'),
  );
  const events = await deps.events.list(account, 0, eventsMax);
  const pages = Map.groupBy(events, ({ page }) => page);
  for (const [page, its] of pages) {
    const at = Math.max(...its.map((event) => Date.parse(event.at)));
    if (at < since) continue;
    await playAt(at + 1_000, () => fanOut(deps, account, page));
    for (const message of deliveries.splice(0)) await playAt(at + 2_000, () => deliverWebhook(deps, message));
  }
}
