// Compares our books with the PSP's, day by day: yesterday, and the last days again on which something is open. Reports,
// and tells the queue what nobody had told it; nothing is mended by hand. A run that is done twice changes nothing.

import type { Core, WithInbox, WithPspBooks, WithQueues } from '../app/deps.ts';
import { addDays, addSeconds, saoPauloDay } from '../base/time.ts';
import type { PspBooks } from '../network/psp-books.ts';
import type { DayRow, StoredDifference } from './book-store.ts';
import type { Judging } from './judge-their-movement.ts';
import { reconcilePspDay } from './reconcile-psp-day.ts';

type ReconciledDay = { row: DayRow; differences: StoredDifference[] };

/** `failed`: days that could not be compared, since something was not given or could not be read. */
export type PspReconciliation = {
  days: ReconciledDay[];
  failed: string[];
  complete: boolean;
  /** The PSP's balance at the end of the run, and what of it is blocked; absent where it was not told. */
  balanceNow?: { balanceCents: number; blockedCents: number } | undefined;
};

/** Of one day: `after` is a line of the last answer, and nothing is compared then, only shown. */
export type Asked = { day?: string | undefined; after?: string | undefined };

/** How long a day is looked at again by itself. */
const daysBack = 30;
/** Of differences in one answer. */
export const shownMax = 200;
const endsMs = 60_000;

/** The last day that has been over for as long as a difference is given. */
export function lastDay({ config, now }: Core): string {
  return addDays(saoPauloDay(addSeconds(now(), -config.PSP_GRACE_SECONDS)), -1);
}

/**
 * @param remaining milliseconds until the run must be over
 * @returns undefined where there is no PSP: the sandbox keeps no books
 */
export async function reconcilePsp(
  deps: Core & WithInbox & WithPspBooks & WithQueues,
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
  if (day === undefined) deps.metrics.count('PspDifferences', standing([...rows.values()]));
  const isCompared = after === undefined && due.length > failed.length;
  const balanceNow = isCompared ? await tellBalance(deps, pspBooks) : undefined;
  const shown = due.flatMap((one) => rows.get(one) ?? []);
  const days = shown.map(async (row) => ({ row, differences: await listDifferences(deps, row, after) }));
  const cut = shown.some(({ state }) => state === 'cut short');
  return { days: await Promise.all(days), failed, complete: complete && !cut, balanceNow };
}

/** Nothing is compared with it, since it moves: it is there to be looked at. */
function tellBalance(deps: Core, pspBooks: PspBooks) {
  return pspBooks.balance().catch((error) => {
    deps.log.error('PSP tells no balance', {}, error);
    return undefined;
  });
}

/** From the first day that was begun, in order: each carries on the balance of the one before. */
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

/** Differences that stand, and days whose balance nothing explains. */
export function standing(rows: readonly DayRow[]): number {
  return rows.reduce(
    (sum, { counts, balance }) => sum + counts.differences + (balance?.unexplainedCents ? 1 : 0),
    0,
  );
}

const listDifferences = ({ books }: Core, { day }: DayRow, after: string | undefined) =>
  books.listDifferences(day, after, shownMax + 1);
