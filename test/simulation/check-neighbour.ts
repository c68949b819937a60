// Checks that no company waits because of another one. In the neighbour's world nothing fails, so only the payouts,
// webhooks or receivers of that company can cause a long wait.

import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Delivery, DeliveryMessage } from '../../lib/webhook/delivery.ts';
import type { Webhook } from '../../lib/webhook/webhook.ts';
import { type Case, groupBy, rowsOf } from './case.ts';
import { feedsOf } from './check-events.ts';
import { badNeighbour } from './workload.ts';

/** The service's own limits. They are repeated here, so that a planted bug cannot change them. */
const webhooksMax = 50;
const slowAttemptsMax = 10;

/** The maximum number of other deliveries that may be handed out while one waits. */
const passedMax = 10;
/**
 * The limits in simulated milliseconds. A call takes one to four milliseconds, and all the calls of a world run one
 * after another.
 */
const transferMsMax = 5_000;
const deliveryMsMax = 8_000;
const registrationMs = 1_000;

/** The recipients whom the network pays at once. */
const plainKeys = ['fulano@example.com', 'maria@example.com', 'joana@example.com'];

export function checkNeighbour(judged: Case): void {
  const { world, parties, stored, fail } = judged;
  if (world.profile !== 'neighbour') return;
  const companyId = parties.find(({ name }) => name === badNeighbour)?.companyId;
  const webhooks = rowsOf<Webhook & { sealed?: string }>(stored, 'WebhooksTable').filter(
    ({ sealed }) => sealed,
  );
  for (const [account, own] of groupBy(webhooks, (webhook) => accountKey(webhook.account)))
    if (own.length > webhooksMax) fail('I46', `${account} has ${own.length} webhooks`);

  const { most } = world.receivers.dawdling;
  if (most > slowAttemptsMax) fail('I46', `${most} workers at a time wait for receivers of ${badNeighbour}`);
  checkFailing(judged, webhooks);
  const theirs = new Set(
    webhooks.filter((one) => one.companyId === companyId).map(({ account }) => accountKey(account)),
  );
  for (const [account, count] of world.sqs.passed)
    if (!theirs.has(account) && count > passedMax) fail('I46', `${count} messages pass one of ${account}`);
  // A scheduled cashout is left out, because the scheduled recovery starts it.
  const isPlain = ({ companyId: owner, request, status, startsAt }: Cashout) =>
    owner !== companyId && !startsAt && status === 'SUCCESS' && plainKeys.includes(request.pixKey ?? '');
  for (const { id, approvedAt = '', endedAt = '' } of rowsOf<Cashout>(stored, 'CashoutsTable').filter(
    isPlain,
  )) {
    const waited = Date.parse(endedAt) - Date.parse(approvedAt);
    if (waited > transferMsMax) fail('I46', `cashout ${id} takes ${waited} ms beside ${badNeighbour}`);
  }
  const feeds = feedsOf(judged);
  for (const { url, account, createdAt } of webhooks.filter((webhook) => webhook.companyId !== companyId)) {
    for (const event of feeds.get(accountKey(account)) ?? []) {
      // Other events have their own times at the network and are recorded later.
      if (!event.id.startsWith('cashout-')) continue;
      const first = world.receivers.received.find((one) => one.url === url && one.id === event.id);
      // An event from the moment of the registration may have missed the webhook. The check of the feed covers that
      // case.
      if (!first || Date.parse(event.at) < Date.parse(createdAt) + registrationMs) continue;
      const waited = first.time - Date.parse(event.at);
      if (waited > deliveryMsMax) fail('I46', `${event.id} reaches ${url} after ${waited} ms`);
    }
  }
}

/**
 * The maximum number of messages for each delivery: one to the fast queue, one to the slow queue, and some more while
 * no worker is free.
 */
const messagesMax = 5;

/**
 * Checks that the number of deliveries that wait for an always failing receiver is limited, and that they cause few
 * messages.
 */
function checkFailing({ world, stored, fail }: Case, webhooks: readonly Webhook[]): void {
  const deliveries = groupBy(rowsOf<Delivery>(stored, 'DeliveriesTable'), ({ webhookId }) =>
    String(webhookId),
  );
  const slow = [...world.sqs.queues.values()].find(({ name }) => name.endsWith('slow-webhook-deliveries'));
  const sent = [...(slow?.accepted.keys() ?? [])].map((body) => JSON.parse(body) as DeliveryMessage);
  for (const { id, url } of webhooks.filter((webhook) => webhook.url.startsWith('https://refuses-'))) {
    const own = deliveries.get(String(id)) ?? [];
    const waited = own.filter(({ status }) => status !== 'HELD').length;
    // Before the first failure is recorded, as many deliveries are attempted as the account may attempt at a time.
    const most = 2 * world.config.WEBHOOK_WAITING_MAX + slowAttemptsMax;
    if (waited > most) fail('I46', `${waited} of ${own.length} deliveries have waited for ${url}`);
    const messages = sent.filter(({ webhook }) => webhook.id === id).length;
    if (messages > messagesMax * Math.max(own.length, 20))
      fail('I46', `${messages} messages about ${own.length} deliveries to ${url}`);
  }
}
