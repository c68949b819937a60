// The result for one movement.

import type { Class } from './psp-balance.ts';

/** `details`: explanation for a person. `on its way` becomes a difference when its grace time is over. */
export type Verdict = { class: Class; details: string };

export const agrees: Verdict = { class: 'other day', details: '' };
/** Waits for a person, with its own incident. */
export const waits: Verdict = { class: 'waits', details: '' };
export const difference = (details: string): Verdict => ({ class: 'difference', details });
export const onItsWay = (details: string): Verdict => ({ class: 'on its way', details });

/**
 * A movement's entry and our own note of it are written in one transaction, so their times differ only by clock skew.
 */
const skewMs = 3_600_000;

/** @param noted ISO, like `entered` */
export function isOfOnePosting(noted: string | undefined, entered: string): boolean {
  return noted !== undefined && Math.abs(Date.parse(noted) - Date.parse(entered)) <= skewMs;
}

/**
 * Changes `on its way` to a difference when its grace time is over.
 * @param at time of the movement (ISO)
 */
export function withGrace(verdict: Verdict, at: string, now: Date, graceSeconds: number): Verdict {
  if (verdict.class !== 'on its way') return verdict;
  return now.getTime() - Date.parse(at) > graceSeconds * 1_000 ? difference(verdict.details) : verdict;
}
