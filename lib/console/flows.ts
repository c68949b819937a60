// Sums what came into accounts and what left them, by day, from their newest statement entries.

import { type Cents, cents } from '../base/money.ts';
import { addDays, saoPauloDay } from '../base/time.ts';
import type { Entry } from '../ledger/entry.ts';

/** The movements of a day of São Paulo (YYYY-MM-DD). */
export type DayFlow = { day: string; inCents: Cents; outCents: Cents };
type Moved = Pick<Entry, 'time' | 'direction' | 'amountCents'>;

/** Number of days before today whose movements are shown, in addition to today. */
export const daysBefore = 29;
/** Maximum number of entries that are read of each account. */
export const entriesMost = 200;

/**
 * Sums the entries of several accounts by day, oldest day first. If an account has more entries than were read, the days
 * that were not read completely are left out.
 * @param accounts the newest entries of each account, newest first, at most `entriesMost`
 */
export function flowsOf(accounts: readonly (readonly Moved[])[], now: Date): DayFlow[] {
  const today = saoPauloDay(now.toISOString());
  const starts = accounts.map((entries) => {
    const oldest = entries.length < entriesMost ? undefined : entries.at(-1);
    return oldest ? addDays(saoPauloDay(oldest.time), 1) : '';
  });
  const first = [addDays(today, -daysBefore), ...starts].toSorted().at(-1) ?? today;
  const days = new Map<string, { inCents: number; outCents: number }>();
  for (let day = first; day <= today; day = addDays(day, 1)) days.set(day, { inCents: 0, outCents: 0 });
  for (const { time, direction, amountCents } of accounts.flat()) {
    const sums = days.get(saoPauloDay(time));
    if (sums) sums[direction === 'CREDIT' ? 'inCents' : 'outCents'] += amountCents;
  }
  return [...days].map(([day, { inCents, outCents }]) => ({
    day,
    inCents: cents(inCents),
    outCents: cents(outCents),
  }));
}
