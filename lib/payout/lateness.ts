// Measures the objective for a cashout: a final status within two minutes of the approval, or of the start if the
// cashout is scheduled.

import { ageSeconds, isByDay } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';

const inTimeSeconds = 120;

/** Returns the seconds since a cashout became PROCESSING, or since its creation if it never became PROCESSING. */
export function secondsInProgress(
  { startsAt, reservedAt, approvedAt, createdAt }: Cashout,
  now: Date,
): number {
  return ageSeconds((startsAt ? reservedAt : approvedAt) ?? createdAt, now);
}

/** Time for which a PSP may hold a payment for analysis before it pays, by day and by night (seconds). */
const [daySeconds, nightSeconds] = [1_800, 3_600];

/**
 * Returns the seconds in progress that an alarm watches: 0 while the PSP has the payment and may still hold it for
 * analysis.
 */
export function watchedSeconds(cashout: Cashout, now: Date): number {
  const { acceptedAt } = cashout;
  if (!acceptedAt) return secondsInProgress(cashout, now);
  const held = isByDay(acceptedAt) ? daySeconds : nightSeconds;
  return ageSeconds(acceptedAt, now) < held ? 0 : secondsInProgress(cashout, now);
}

/** Returns whether more than two minutes have passed since the approval, or since the start of a scheduled cashout. */
export function isLate(cashout: Cashout, now: Date): boolean {
  return secondsInProgress(cashout, now) > inTimeSeconds;
}

/** Returns the field that a write adds to a row that is PROCESSING and found late for the first time. */
export function firstSeenLate(cashout: Cashout, now: Date): { late?: true } {
  return cashout.status === 'PROCESSING' && !cashout.late && isLate(cashout, now) ? { late: true } : {};
}
