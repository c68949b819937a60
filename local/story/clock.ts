// A clock that each act of the story sets for itself. Operations take their time from `now`, so an act that is run at a
// past time writes past times. Acts that run at once have clocks of their own.

import { AsyncLocalStorage } from 'node:async_hooks';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const moments = new AsyncLocalStorage<{ time: number }>();

/** Runs an act at a time (ms since 1970). The time grows by a millisecond whenever it is read. */
export const playAt = <Result>(time: number, act: () => Promise<Result>): Promise<Result> =>
  moments.run({ time }, act);

/** Returns the time of the act that runs, or that of the machine outside of all acts. */
export function now(): Date {
  const moment = moments.getStore();
  if (!moment) return new Date();
  moment.time += 1;
  return new Date(moment.time);
}
