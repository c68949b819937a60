// Lists events whose callbacks may have been lost: received payments, their returns, and reports about them. Each is
// applied once, however often it is listed.

import { addSeconds } from '../base/time.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithInbox } from '../network/deps.ts';
import type { NetworkInbox } from '../network/inbox.ts';
import type { NetworkPix } from '../network/schemas.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { receiveListed } from './receive-network-pix.ts';

/** Covers several runs of the schedule, so that one may fail. */
const paymentsBackSeconds = 20 * 60;
/** A report may change for days, and is listed under its day of creation. */
const reportsBackSeconds = 30 * 86_400;
/** A payment may be returned for this long. Its returns are listed under the payment's day. */
const returnsBackDays = 90;
/** Days per list call, because some accounts have many returns. */
const returnsAtOnceDays = 10;
/** The schedule's interval. One run per hour lists returns. */
const paceMinutes = 5;

export async function pollNetwork(
  deps: Core & WithMoney & WithInbox & WithQueues,
): Promise<{ payments: number; reports: number }> {
  const { inbox } = deps;
  if (!inbox) return { payments: 0, reports: 0 };
  const now = deps.now();
  const since = (seconds: number) => ({ from: addSeconds(now, -seconds), to: now.toISOString() });
  // Money first: reports may have many pages, and need their payments.
  const payments = await listed(deps, 'payments', () => inbox.listReceived(since(paymentsBackSeconds)));
  await take(deps, payments);
  if (now.getUTCMinutes() < paceMinutes) await receiveReturned(deps, inbox);
  const reports = await listed(deps, 'reports', () => inbox.listReports(since(reportsBackSeconds)));
  await Promise.all(reports.map((report) => deps.queues.sendEvent(report)));
  return { payments: payments.length, reports: reports.length };
}

/** Lists returns that we did not request, in case their callbacks were lost. */
async function receiveReturned(
  deps: Core & WithMoney & WithInbox & WithQueues,
  inbox: NetworkInbox,
): Promise<void> {
  const before = (days: number) => addSeconds(deps.now(), -days * 86_400);
  const returned = await listed(deps, 'returns', async () => {
    const found: NetworkPix[] = [];
    for (let days = 0; days < returnsBackDays; days += returnsAtOnceDays) {
      const range = { from: before(days + returnsAtOnceDays), to: before(days) };
      found.push(...(await inbox.listReceived(range, 'returned')));
    }
    return found;
  });
  await take(deps, returned);
}

/** A payment that cannot be applied is listed again later, and does not stop the others. */
async function take(
  deps: Core & WithMoney & WithInbox & WithQueues,
  payments: readonly NetworkPix[],
): Promise<void> {
  await receiveListed(deps, payments).catch((error) => {
    deps.log.error('listed payment not processed', {}, error);
    deps.metrics.count('NetworkListsFailed');
  });
}

/** A list that fails does not stop the others. */
async function listed<Item>(
  deps: Core & WithInbox & WithQueues,
  what: string,
  list: () => Promise<Item[]>,
): Promise<Item[]> {
  try {
    return await list();
  } catch (error) {
    deps.log.error('listing at the network failed', { outcome: what }, error);
    deps.metrics.count('NetworkListsFailed');
    return [];
  }
}
