// The setting MED_CONTEST_DAYS.

import { parseInstant } from '../base/time.ts';

/** Days to contest a return of a MED case. `from`: a period's first instant (ISO, UTC), '' for the first. */
export type ContestDays = readonly { from: string; days: number }[];

/**
 * `30,2026-09-01=80`: 30 days, and 80 from the start of that day in Brasília. Undefined for anything else: the first
 * period has no date, each later one a later date than the one before, and a period has 1 to 365 days.
 */
export function parseContestDays(text: string): ContestDays | undefined {
  const periods = text.split(',').flatMap((part, index) => {
    const [, date, digits] = /^(?:(\d{4}-\d\d-\d\d)=)?(\d{1,3})$/.exec(part) ?? [];
    const days = Number(digits);
    const from = date === undefined ? '' : parseInstant(date);
    const isRight = from !== undefined && (from === '') === (index === 0) && days >= 1 && days <= 365;
    return isRight ? [{ from, days }] : [undefined];
  });
  const known = periods.filter((period) => period !== undefined);
  const isRising = known.every(({ from }, index) => index === 0 || from > (known[index - 1]?.from ?? ''));
  return known.length === periods.length && isRising ? known : undefined;
}
