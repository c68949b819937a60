// Compares our books with those of each PSP, day by day: yesterday, and earlier days that are still open. Differences are
// reported and missed notices are queued; nothing is repaired here. A run may be repeated without harm.

import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import { addDays, addSeconds, saoPauloDay, saoPauloDayRange } from '../base/time.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { PspBalance } from '../network/balance.ts';
import type { WithInbox, WithPspBooks } from '../network/deps.ts';
import type { PspBooks } from '../network/psp-books.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { DayRow, StoredDifference } from './book-store.ts';
import { placeOf } from './coverage.ts';
import type { WithBooks } from './deps.ts';
import { differencesAt, type PlaceDay } from './place-day.ts';
import { type BorderEntry, ourMovements } from './psp-movements.ts';
import { rangeAround, reconcilePspDay } from './reconcile-psp-day.ts';

type ReconciledDay = { row: DayRow; differences: StoredDifference[] };

/**
 * The result of a run. `failed`: days that could not be compared with a PSP's books, because data was missing or
 * unreadable.
 */
export type PspReconciliation = {
  days: ReconciledDay[];
  failed: PlaceDay[];
  complete: boolean;
  /** The PSPs' balances at the end of the run, and the blocked parts of them. A PSP that did not answer is absent. */
  balancesNow: (PspBalance & { place: string })[];
};

/**
 * An operator's request. `day`: compare only this day. `after`: a difference of the last answer; then the differences
 * after it are shown without a comparison.
 */
export type Asked = { day?: string | undefined; after?: string | undefined };

export type ComparingDeps = Base &
  WithAccounts &
  WithPixKeys &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMoney &
  WithBooks &
  WithInbox &
  WithPspBooks &
  WithQueues;
/** The stored days of one PSP, and the days that are due. */
type Ledger = { at: PspBooks; rows: Map<string, DayRow>; due: readonly string[] };
type Entries = Promise<readonly BorderEntry[]>;

/** Number of days for which an open day is compared again. */
const daysBack = 30;
/** Maximum number of differences in one answer. */
export const shownMax = 200;
const endsMs = 60_000;

/** Returns the last day that ended at least the grace time ago. */
export function lastDay({ config, now }: Base & WithBooks): string {
  return addDays(saoPauloDay(addSeconds(now(), -config.PSP_GRACE_SECONDS)), -1);
}

/**
 * Runs the comparison. One PSP that does not answer stops no other.
 * @param remaining returns the milliseconds until the run must end
 * @returns undefined if there is no PSP, because the sandbox keeps no books
 */
export async function reconcilePsp(
  deps: ComparingDeps,
  { day, after }: Asked,
  remaining: () => number,
): Promise<PspReconciliation | undefined> {
  if (deps.pspBooks.length === 0) return undefined;
  const hasTime = () => remaining() > endsMs;
  const last = day ?? lastDay(deps);
  const back = Array.from({ length: daysBack + 1 }, (_, index) => addDays(last, index - daysBack));
  const ledgers = await Promise.all(deps.pspBooks.map((at) => openLedger(deps, at, back, day)));
  const failed: PlaceDay[] = [];
  let complete = true;
  for (const one of after === undefined ? back : []) {
    const due = ledgers.filter((ledger) => ledger.due.includes(one));
    if (due.length === 0) continue;
    if (!hasTime()) {
      complete = false;
      break;
    }
    const entries = deps.borderEntries.list(rangeAround(one));
    // If the entries cannot be read, the comparison with each PSP fails and says so.
    const unnamed = await findUnnamed(deps, one, entries).catch(() => []);
    ledgers.push(...unnamed);
    for (const ledger of [...due, ...unnamed])
      await compareDay(deps, ledger, one, entries, hasTime).catch((error) => {
        const of = { place: ledger.at.place, day: one };
        deps.log.error('PSP books cannot be compared', of, error);
        deps.metrics.count('PspBooksFailed');
        failed.push(of);
      });
  }
  // A 0 means that all due days agree, so it is not written if one of them was not compared.
  const known = standing(ledgers.flatMap(({ rows }) => [...rows.values()]));
  const isWhole = complete && failed.length === 0;
  if (day === undefined && (isWhole || known > 0)) deps.metrics.count('PspDifferences', known);
  const shown = ledgers
    .flatMap(({ rows, due }) => due.flatMap((one) => rows.get(one) ?? []))
    .filter(({ place }) => after === undefined || after.startsWith(differencesAt(place)))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const isCompared = after === undefined && shown.length > 0;
  const days = shown.map(async (row) => ({
    row,
    differences: await deps.books.listDifferences(row, after, shownMax + 1),
  }));
  return {
    days: await Promise.all(days),
    failed,
    complete: complete && !shown.some(({ state }) => state === 'cut short'),
    balancesNow: isCompared ? await readBalances(deps) : [],
  };
}

async function openLedger(
  { books, now }: ComparingDeps,
  at: PspBooks,
  back: readonly string[],
  day: string | undefined,
): Promise<Ledger> {
  const rows = await books.getDays(at.place, back);
  return { at, rows, due: day === undefined ? dueDays(back, rows, now()) : [day] };
}

/** Reads the PSPs' current balances for information only. They change all the time, so nothing is compared with them. */
async function readBalances({ pspBooks, log }: ComparingDeps): Promise<PspReconciliation['balancesNow']> {
  const all = pspBooks.map(async ({ place, balance }) =>
    balance?.().then(
      (now) => ({ place, ...now }),
      (error) => log.error('PSP balance not read', { place }, error),
    ),
  );
  return (await Promise.all(all)).flatMap((one) => one ?? []);
}

/**
 * Finds the places of entries that the settings do not name, such as a PSP that was removed too early. Their movements
 * are only added up.
 */
async function findUnnamed(deps: ComparingDeps, day: string, entries: Entries): Promise<Ledger[]> {
  const named = new Set(deps.pspBooks.map(({ place }) => place));
  const range = saoPauloDayRange(day);
  const ofPayments = (await entries).filter((entry) => ourMovements([entry], range)[0]?.isOfDay);
  const places = new Set(ofPayments.map((entry) => placeOf(entry, deps.config)));
  return [...places]
    .filter((place) => !named.has(place))
    .map((place) => ({ at: { place }, rows: new Map(), due: [day] }));
}

/**
 * Returns the days to compare, in order. No day before the first compared day is included, because the balance of each
 * day continues the balance of the day before.
 */
function dueDays(back: readonly string[], rows: ReadonlyMap<string, DayRow>, now: Date): string[] {
  const first = back.find((day) => rows.has(day)) ?? back.at(-1) ?? '';
  return back.filter((day) => {
    const row = rows.get(day);
    return day >= first && (!row || (row.state !== 'settled' && row.nextAt <= now.toISOString()));
  });
}

async function compareDay(
  deps: ComparingDeps,
  { at, rows }: Ledger,
  day: string,
  entries: Entries,
  hasTime: () => boolean,
): Promise<void> {
  const own = (await entries).filter((entry) => placeOf(entry, deps.config) === at.place);
  const [before, known] = [rows.get(addDays(day, -1)), rows.get(day)];
  const row = await reconcilePspDay({ ...deps, at }, day, { entries: own, before, known }, hasTime);
  await deps.books.putDay(row);
  rows.set(day, row);
  const { agree, differences } = row.counts;
  deps.log.info('PSP books compared', { day, place: at.place, agree, differences, outcome: row.state });
}

/** Returns the number of open differences, plus the number of days with an unexplained balance. */
export function standing(rows: readonly DayRow[]): number {
  return rows.reduce(
    (sum, { counts, balance }) => sum + counts.differences + (balance?.unexplainedCents ? 1 : 0),
    0,
  );
}
