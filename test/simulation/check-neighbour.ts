// Nobody waits for another company's sake. In the neighbour's world nothing fails, so that whoever waits long waits for
// that company's payouts, webhooks or receivers.

import type { Cashout } from '../../lib/cashout.ts';
import { accountKey } from '../../lib/ledger.ts';
import { type Webhook, webhooksMax } from '../../lib/webhook.ts';
import { type Case, groupBy, rowsOf } from './check.ts';
import { feedsOf } from './check-events.ts';
import { badNeighbour } from './workload.ts';

/** Simulated milliseconds. A call takes one to four of them, and all the calls of a world come one after the other. */
const transferMsMax = 5_000;
const deliveryMsMax = 5_000;

/** Whom the network pays at once. */
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

  const isPlain = ({ companyId: owner, request, status }: Cashout) =>
    owner !== companyId && status === 'SUCCESS' && plainKeys.includes(request.pixKey ?? '');
  for (const { id, approvedAt = '', endedAt = '' } of rowsOf<Cashout>(stored, 'CashoutsTable').filter(
    isPlain,
  )) {
    const waited = Date.parse(endedAt) - Date.parse(approvedAt);
    if (waited > transferMsMax) fail('I46', `cashout ${id} takes ${waited} ms beside ${badNeighbour}`);
  }
  const feeds = feedsOf(judged);
  for (const { url, account, createdAt } of webhooks.filter((webhook) => webhook.companyId !== companyId)) {
    for (const event of feeds.get(accountKey(account)) ?? []) {
      const first = world.receivers.received.find((one) => one.url === url && one.id === event.id);
      if (!first || event.at < createdAt) continue;
      const waited = first.time - Date.parse(event.at);
      if (waited > deliveryMsMax) fail('I46', `${event.id} reaches ${url} after ${waited} ms`);
    }
  }
}
