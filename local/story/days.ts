// Lists the days of the story. Days and times of day are those of São Paulo, which is UTC-3 all year.

import { saoPauloDay } from '../../lib/base/time.ts';
import { dayMs, hourMs, minuteMs } from './clock.ts';

export type Day = {
  /** The number of days before today. */
  ago: number;
  /** 0 is Sunday. */
  weekday: number;
  dayOfMonth: number;
  /** Returns a time of the day (ms since 1970). */
  at(hour: number, minute?: number): number;
};

/** The number of days of the story. Today is not one of them. */
const storyDays = 61;

export function dayAgo(today: Date, ago: number): Day {
  const midnight = Date.parse(`${saoPauloDay(today.toISOString())}T00:00:00-03:00`) - ago * dayMs;
  const date = new Date(midnight);
  return {
    ago,
    weekday: date.getUTCDay(),
    dayOfMonth: date.getUTCDate(),
    at: (hour, minute = 0) => midnight + hour * hourMs + minute * minuteMs,
  };
}

/** Returns the days of the story, the oldest first. */
export const daysUntil = (today: Date): Day[] =>
  Array.from({ length: storyDays }, (_, index) => dayAgo(today, storyDays - index));

/** Returns the date of a day, YYYY-MM-DD. */
export const dateOf = (day: Day): string => saoPauloDay(new Date(day.at(12)).toISOString());

/** Returns a function that gives numbers from 0 up to, but not including, 1: the same numbers in every run. */
export function makeDice(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
