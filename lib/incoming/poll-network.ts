// Lists payments, returns and reports at the PSP, because their callbacks may have been lost. Each of them is applied
// once, however often it is listed. First the balances at the PSPs are read.

import { toDecimalText } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithBalances, WithInbox } from '../network/deps.ts';
import type { NetworkInbox } from '../network/inbox.ts';
import type { NetworkPix } from '../network/schemas.ts';
import { readBalances } from '../payout/read-balances.ts';
import { returnMarker } from '../platform/keys.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { receiveListed } from './receive-network-pix.ts';

/**
 * Time range of received payments, in seconds. The range covers several runs of the schedule, so that a run may fail.
 */
const paymentsBackSeconds = 20 * 60;
/** Time range of reports, in seconds. A report may change for days, and is listed under the day of its creation. */
const reportsBackSeconds = 30 * 86_400;
/** Days for which a payment may be returned. Its returns are listed under the payment's day. */
const returnsBackDays = 90;
/** Maximum number of days that one call for returns covers. It is small because some accounts have many returns. */
const returnsAtOnceDays = 10;
/** Time range of returns of payouts, in seconds. The ranges of many runs overlap, so that a run may fail. */
const unnamedBackSeconds = 3 * 86_400;
/** Time in seconds for which a PSP repeats a callback. A younger return is not reported yet. */
const callbackSeconds = 2 * 3_600;
/** Interval of the schedule in minutes. One run in each hour lists returns. */
const paceMinutes = 5;

export async function pollNetwork(
  deps: Core & WithMoney & WithBalances & WithInbox & WithQueues,
): Promise<{ payments: number; reports: number }> {
  const { inbox } = deps;
  await readBalances(deps);
  if (!inbox) return { payments: 0, reports: 0 };
  const now = deps.now();
  const since = (seconds: number) => ({ from: addSeconds(now, -seconds), to: now.toISOString() });
  // Payments are listed first, because reports may have many pages and need their payments.
  const payments = await listed(deps, 'payments', () => inbox.listReceived(since(paymentsBackSeconds)));
  await take(deps, payments);
  if (now.getUTCMinutes() < paceMinutes) {
    await receiveReturned(deps, inbox);
    await reportUnnamedReturns(deps, inbox);
  }
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

/**
 * Reports returns of payouts that are listed, but that no callback has named. The list does not tell which payment was
 * returned, so a person has to ask the PSP for the callback again.
 */
async function reportUnnamedReturns(
  deps: Core & WithMoney & WithInbox & WithQueues,
  inbox: NetworkInbox,
): Promise<void> {
  const { listReturns } = inbox;
  if (!listReturns) return;
  const [from, to] = [addSeconds(deps.now(), -unnamedBackSeconds), addSeconds(deps.now(), -callbackSeconds)];
  for (const { returnId, amountCents, at } of await listed(deps, 'returns of payouts', () =>
    listReturns({ from, to }),
  )) {
    if (await deps.markers.get(returnMarker(returnId))) continue;
    deps.log.error('return without a callback', {}, undefined);
    await deps.incidents.insert({
      id: `unnamed-return-${returnId}`,
      at: deps.now().toISOString(),
      kind: 'network_event_not_applied',
      details: `the PSP lists return ${returnId} of ${toDecimalText(amountCents)} at ${at}, and no callback has named its payment; have the PSP send the callback again`,
    });
  }
}

/**
 * Applies the listed payments. A payment that cannot be applied is listed again later, and the other payments are
 * still applied.
 */
async function take(
  deps: Core & WithMoney & WithInbox & WithQueues,
  payments: readonly NetworkPix[],
): Promise<void> {
  await receiveListed(deps, payments).catch((error) => {
    deps.log.error('listed payment not processed', {}, error);
    deps.metrics.count('NetworkListsFailed');
  });
}

/** Reads a list. If it fails, the other lists are still read. */
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
