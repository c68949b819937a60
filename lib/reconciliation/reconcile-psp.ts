// Compares our books with the PSP's, day by day: yesterday, and earlier days that are still open. Differences are
// reported and missed notices are queued; nothing is repaired here. A run may be repeated without harm.

import { addDays, addSeconds, saoPauloDay } from '../base/time.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import type { PspBalance } from '../network/balance.ts';
import type { WithInbox, WithPspBooks } from '../network/deps.ts';
import type { PspBooks } from '../network/psp-books.ts';
import type { DayRow, StoredDifference } from './book-store.ts';
import type { WithBooks } from './deps.ts';
import type { Judging } from './judge-their-movement.ts';
import { reconcilePspDay } from './reconcile-psp-day.ts';

type ReconciledDay = { row: DayRow; differences: StoredDifference[] };

/** The result of a run. `failed`: days that could not be compared, because data was missing or unreadable. */
export type PspReconciliation = {
  days: ReconciledDay[];
  failed: string[];
  complete: boolean;
  /** The PSP's balance at the end of the run, and the blocked part of it; absent if the PSP did not answer. */
  balanceNow?: PspBalance | undefined;
};

/**
 * An operator's request. `day`: compare only this day. `after`: a difference of the last answer; then the differences
 * after it are shown without a comparison.
 */
export type Asked = { day?: string | undefined; after?: string | undefined };

/** Number of days for which an open day is compared again. */
const daysBack = 30;
/** Maximum number of differences in one answer. */
export const shownMax = 200;
const endsMs = 60_000;

/** Returns the last day that ended at least the grace time ago. */
export function lastDay({ config, now }: Core & WithBooks): string {
  return addDays(saoPauloDay(addSeconds(now(), -config.PSP_GRACE_SECONDS)), -1);
}

/**
 * Runs the comparison.
 * @param remaining returns the milliseconds until the run must end
 * @returns undefined if there is no PSP, because the sandbox keeps no books
 */
export async function reconcilePsp(
  deps: Core & WithMoney & WithBooks & WithInbox & WithPspBooks & WithQueues,
  { day, after }: Asked,
  remaining: () => number,
): Promise<PspReconciliation | undefined> {
  const { pspBooks } = deps;
  if (!pspBooks) return undefined;
  const hasTime = () => remaining() > endsMs;
  const last = lastDay(deps);
  const back = Array.from({ length: daysBack + 1 }, (_, index) => addDays(day ?? last, index - daysBack));
  const rows = await deps.books.getDays(back);
  const due = day === undefined ? dueDays(back, rows, deps.now()) : [day];
  const failed: string[] = [];
  let complete = true;
  for (const one of after === undefined ? due : []) {
    if (!hasTime()) {
      complete = false;
      break;
    }
    await compareDay({ ...deps, pspBooks }, one, rows, hasTime).catch((error) => {
      deps.log.error('PSP books cannot be compared', { day: one }, error);
      deps.metrics.count('PspBooksFailed');
      failed.push(one);
    });
  }
  // A 0 means that all due days agree, so it is not written if one of them was not compared.
  const known = standing([...rows.values()]);
  const isWhole = complete && failed.length === 0;
  if (day === undefined && (isWhole || known > 0)) deps.metrics.count('PspDifferences', known);
  const isCompared = after === undefined && due.length > failed.length;
  const balanceNow = isCompared ? await tellBalance(deps, pspBooks) : undefined;
  const shown = due.flatMap((one) => rows.get(one) ?? []);
  const days = shown.map(async (row) => ({ row, differences: await listDifferences(deps, row, after) }));
  const cut = shown.some(({ state }) => state === 'cut short');
  return { days: await Promise.all(days), failed, complete: complete && !cut, balanceNow };
}

/** Reads the PSP's current balance for information only. It changes all the time, so nothing is compared with it. */
function tellBalance(deps: Core, pspBooks: PspBooks) {
  return pspBooks.balance().catch((error) => {
    deps.log.error('PSP balance not read', {}, error);
    return undefined;
  });
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
  deps: Judging & WithInbox & WithQueues,
  day: string,
  rows: Map<string, DayRow>,
  hasTime: () => boolean,
): Promise<void> {
  const before = rows.get(addDays(day, -1));
  const row = await reconcilePspDay(deps, day, { before, known: rows.get(day) }, hasTime);
  await deps.books.putDay(row);
  rows.set(day, row);
  const { agree, differences } = row.counts;
  deps.log.info('PSP books compared', { day, agree, differences, outcome: row.state });
}

/** Returns the number of open differences, plus the number of days with an unexplained balance. */
export function standing(rows: readonly DayRow[]): number {
  return rows.reduce(
    (sum, { counts, balance }) => sum + counts.differences + (balance?.unexplainedCents ? 1 : 0),
    0,
  );
}

const listDifferences = ({ books }: Core & WithBooks, { day }: DayRow, after: string | undefined) =>
  books.listDifferences(day, after, shownMax + 1);
