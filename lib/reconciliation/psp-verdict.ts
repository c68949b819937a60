// Defines the result for one movement.

import type { Class } from './psp-balance.ts';

/** A result. `details`: explanation for a person. `on its way` becomes a difference when its grace time is over. */
export type Verdict = { class: Class; details: string };

export const agrees: Verdict = { class: 'other day', details: '' };
/** The movement waits for a person, with its own incident. */
export const waits: Verdict = { class: 'waits', details: '' };
export const difference = (details: string): Verdict => ({ class: 'difference', details });
export const onItsWay = (details: string): Verdict => ({ class: 'on its way', details });

/**
 * Maximum difference between the times of a movement's entry and of our note about it. Both are written in one
 * transaction, so their times differ only as far as the clocks of machines differ (ms).
 */
const skewMs = 3_600_000;

/**
 * Returns whether a note and an entry are of one posting.
 * @param noted time of the note (ISO, UTC)
 * @param entered time of the entry (ISO, UTC)
 */
export function isOfOnePosting(noted: string | undefined, entered: string): boolean {
  return noted !== undefined && Math.abs(Date.parse(noted) - Date.parse(entered)) <= skewMs;
}

/**
 * Changes `on its way` to a difference when the grace time is over.
 * @param at time of the movement (ISO)
 */
export function withGrace(verdict: Verdict, at: string, now: Date, graceSeconds: number): Verdict {
  if (verdict.class !== 'on its way') return verdict;
  return now.getTime() - Date.parse(at) > graceSeconds * 1_000 ? difference(verdict.details) : verdict;
}
