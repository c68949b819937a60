// What a question about a single movement has shown.

import type { Class } from './psp-balance.ts';

/** `details`: of a difference, for a person. `on its way` is one once it is older than its grace. */
export type Verdict = { class: Class; details: string };

export const agrees: Verdict = { class: 'other day', details: '' };
/** Taken on for a person to decide: an incident of its own says so. */
export const waits: Verdict = { class: 'waits', details: '' };
export const difference = (details: string): Verdict => ({ class: 'difference', details });
export const onItsWay = (details: string): Verdict => ({ class: 'on its way', details });

/** Our own note of a movement and its entry are made in one transaction: their times differ by a clock's skew. */
const skewMs = 3_600_000;

/** @param noted ISO, as is `entered` */
export function isOfOnePosting(noted: string | undefined, entered: string): boolean {
  return noted !== undefined && Math.abs(Date.parse(noted) - Date.parse(entered)) <= skewMs;
}

/** One that is on its way has its grace, and no more. @param at ISO, of the movement */
export function withGrace(verdict: Verdict, at: string, now: Date, graceSeconds: number): Verdict {
  if (verdict.class !== 'on its way') return verdict;
  return now.getTime() - Date.parse(at) > graceSeconds * 1_000 ? difference(verdict.details) : verdict;
}
