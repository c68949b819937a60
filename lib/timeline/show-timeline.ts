// Shows the timeline of a cashout, with the deliveries of its events to the account's webhooks. The row contains the
// numbers of the events, so each delivery is read by its key.

import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import type { Base } from '../platform/deps.ts';
import type { WithDeliveries, WithWebhooks } from '../webhook/deps.ts';
import { presentDelivery } from '../webhook/present.ts';
import { timelineOf } from './timeline.ts';

type Deps = Base & WithUsers & WithAccounts & WithWebhooks & WithDeliveries & WithCashouts;

const webhooksMost = 20;

export async function showTimeline(deps: Deps, caller: Identity, id: number) {
  const { cashout } = await findCashout(deps, caller, id);
  return {
    worked: true,
    id,
    status: cashout.status,
    entries: await nameSteps(deps, cashout),
    ...(await showDeliveries(deps, cashout)),
  };
}

/** Returns the steps, each with the name of its user. */
export async function nameSteps({ users }: Base & WithUsers, cashout: Cashout) {
  const entries = timelineOf(cashout);
  const nameOf = await users.namesOf(entries.map(({ by }) => by));
  return entries.map(({ at, what, by, text, code }) => ({
    at,
    what,
    by,
    by_name: by === null ? null : nameOf(by),
    text,
    code,
  }));
}

/** Returns the deliveries to the newest webhooks: newest webhook first, each in the order of the events. */
export async function showDeliveries(
  deps: Base & WithWebhooks & WithDeliveries,
  { account, feed = {} }: Cashout,
) {
  const numbers = Object.values(feed).sort((one, other) => one - other);
  if (numbers.length === 0) return { deliveries: [], deliveries_truncated: false };
  const webhooks = await deps.webhooks.listNewest(account, webhooksMost + 1);
  const keys = webhooks
    .slice(0, webhooksMost)
    .flatMap(({ id: webhookId }) => numbers.map((sequence) => ({ webhookId, sequence })));
  const deliveries = await deps.deliveries.getAll(keys);
  return {
    deliveries: deliveries.map((delivery) => {
      const { log: _, ...shown } = presentDelivery(delivery);
      return { webhook_id: delivery.webhookId, ...shown };
    }),
    deliveries_truncated: webhooks.length > webhooksMost,
  };
}
