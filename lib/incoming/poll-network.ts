// Lists payments, returns and reports at each PSP, because their callbacks may have been lost. Each of them is applied
// once, however often it is listed. Each list of each PSP is read by itself, so the silence of one hides nothing of
// another. First the balances at the PSPs are read.

import type { WithAccounts, WithWatches } from '../account/deps.ts';
import { toDecimalText } from '../base/money.ts';
import { ageSeconds } from '../base/time.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { WithBalances, WithInbox } from '../network/deps.ts';
import type { PspLists, SentReturn } from '../network/inbox.ts';
import { readBalances } from '../payout/read-balances.ts';
import type { Base } from '../platform/deps.ts';
import { returnMarker } from '../platform/keys.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithListMarks, WithMoney, WithQueues } from './deps.ts';
import type { ListName } from './list-mark-store.ts';
import { type List, readSince } from './read-since.ts';
import { receiveListed } from './receive-network-pix.ts';

const [hour, day] = [3_600, 86_400];
/** Time range of received payments, in seconds. A payment may appear late in the list. */
const paymentsBack = 20 * 60;
/** Time range of reports, in seconds. A report may change for days, and is listed under the day of its creation. */
const reportsBack = 30 * day;
/** Time for which a payment may be returned, in seconds. Its returns are listed under the payment's day. */
const returnsBack = 90 * day;
/** Longest range of one call for returns, in seconds. It is short because some accounts have many returns. */
const returnsRange = 10 * day;
/** Time range of returns of payouts, in seconds. */
const unnamedBack = 3 * day;
/** Time in seconds for which a PSP repeats a callback. A younger return is not reported yet. */
const callbackSeconds = 2 * hour;
/** Interval of the schedule in minutes. One run in each hour lists returns. */
const paceMinutes = 5;
/** Time of a run after which it reads no further part of a silence (ms). */
const catchUpMs = 30_000;
/** Silence of a PSP that is not used for new payments, after which a person is told (seconds). */
const formerSilence = day;

export type PollDeps = Base &
  WithAccounts &
  WithWatches &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMedCases &
  WithMoney &
  WithBalances &
  WithInbox &
  WithListMarks &
  WithQueues;

export async function pollNetwork(deps: PollDeps): Promise<{ payments: number; reports: number }> {
  const { inbox } = deps;
  await readBalances(deps);
  if (isListingHour(deps.now())) await endBlocks(deps);
  const all = await Promise.all((inbox?.lists ?? []).map((one) => pollOne(deps, one)));
  const sum = (name: 'payments' | 'reports') => all.reduce((total, one) => total + one[name], 0);
  return { payments: sum('payments'), reports: sum('reports') };
}

/** Returns whether this run is the one of its hour that also does what is done each hour. */
const isListingHour = (now: Date) => now.getUTCMinutes() < paceMinutes;

/** Sends the blocks of reported payments whose last day is over. The decision about each is made again. */
async function endBlocks({ medCases, queues, now }: PollDeps): Promise<void> {
  const due = (await medCases.listBlocks()).filter(({ until }) => until <= now().toISOString());
  for (const { endToEndId } of due) await queues.sendEvent({ version: 1, kind: 'med_due', endToEndId });
}

async function pollOne(deps: PollDeps, lists: PspLists): Promise<{ payments: number; reports: number }> {
  const { listReceived, listReports, listReturns } = lists;
  const now = deps.now();
  const read = reader(deps, lists);
  // Payments are listed first, because reports need their payments.
  const payments = listReceived
    ? await read('payments', { backSeconds: paymentsBack, rangeSeconds: hour }, listReceived, (found) =>
        receiveListed(deps, found),
      )
    : 0;
  if (isListingHour(now)) {
    if (listReceived)
      await read(
        'returned payments',
        { backSeconds: returnsBack, rangeSeconds: returnsRange },
        (range) => listReceived(range, 'returned'),
        (found) => receiveListed(deps, found),
      );
    if (listReturns)
      await read(
        'returns of payouts',
        { backSeconds: unnamedBack, rangeSeconds: unnamedBack },
        listReturns,
        (found) => reportUnnamedReturns(deps, found),
        callbackSeconds,
      );
  }
  const reports = listReports
    ? await read(
        'reports',
        { backSeconds: reportsBack, rangeSeconds: reportsBack },
        listReports,
        async (found) => {
          await Promise.all(found.map((report) => deps.queues.sendEvent({ ...report, place: lists.place })));
        },
      )
    : 0;
  return { payments, reports };
}

/** Returns a function that reads a list of one account, and counts its failures. */
function reader(deps: PollDeps, { place, isFormer }: PspLists) {
  const began = deps.now();
  return async <Item>(
    name: ListName,
    range: Pick<List<Item>, 'backSeconds' | 'rangeSeconds'>,
    readRange: List<Item>['read'],
    take: List<Item>['take'],
    delaySeconds = 0,
  ): Promise<number> => {
    const hasTime = () => deps.now().getTime() - began.getTime() < catchUpMs;
    const until = new Date(began.getTime() - delaySeconds * 1_000);
    const list = { place, name, ...range, read: readRange, take };
    const onFault = (error: unknown, isListed: boolean) => {
      const what = isListed ? 'listed payment not processed' : 'listing at the network failed';
      deps.log.error(what, { outcome: `${name} at ${place}` }, error);
      // The silence of an account that is not used any more would keep the alarm on, and so hide that of another one.
      if (!isFormer) deps.metrics.count('NetworkListsFailed', 1, place);
    };
    const { count, readTo } = await readSince({ marks: deps.listMarks, hasTime, onFault }, list, until);
    if (isFormer && ageSeconds(readTo, until) > formerSilence) await tellSilence(deps, place, name, readTo);
    return count;
  };
}

async function tellSilence({ incidents, now }: PollDeps, place: string, name: ListName, since: string) {
  await incidents.insert({
    id: `silent-${place}-${name.replaceAll(' ', '-')}-${since.slice(0, 10)}`,
    at: now().toISOString(),
    kind: 'network_event_not_applied',
    details: `${place} has not listed ${name} since ${since}; what it received meanwhile is missing. Take it from the list of PSPs once nothing of it can be refunded or returned any more`,
  });
}

/**
 * Reports returns of payouts that are listed, but that no callback has named. The list does not tell which payment was
 * returned, so a person has to ask the PSP for the callback again.
 */
async function reportUnnamedReturns(deps: PollDeps, returns: readonly SentReturn[]): Promise<void> {
  for (const { returnId, amountCents, at } of returns) {
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
