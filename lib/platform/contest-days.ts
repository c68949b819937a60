// Reads the setting MED_CONTEST_DAYS.

import { parseInstant } from '../base/time.ts';

/**
 * Number of days in which a return of a MED case can be contested, by period. `from`: first instant of the period (ISO,
 * UTC), '' for the first period.
 */
export type ContestDays = readonly { from: string; days: number }[];

/**
 * Parses a text such as `30,2026-09-01=80`: 30 days, and 80 days from the start of that day in Brasília. Returns
 * undefined for any other text. The first period has no date, each later period starts on a later date than the period
 * before, and the number of days is 1 to 365.
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
