// The objective for a cashout: final status within two minutes of the approval. For a scheduled one, within two minutes
// of its start.

import { ageSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';

const inTimeSeconds = 120;

/** Seconds since a cashout became PROCESSING, or since its creation if it never did. */
export function secondsInProgress(
  { startsAt, reservedAt, approvedAt, createdAt }: Cashout,
  now: Date,
): number {
  return ageSeconds((startsAt ? reservedAt : approvedAt) ?? createdAt, now);
}

/** Whether more than two minutes have passed since the approval. */
export function isLate(cashout: Cashout, now: Date): boolean {
  return secondsInProgress(cashout, now) > inTimeSeconds;
}

/** The field that a write adds to a row that is found PROCESSING and late for the first time. */
export function firstSeenLate(cashout: Cashout, now: Date): { late?: true } {
  return cashout.status === 'PROCESSING' && !cashout.late && isLate(cashout, now) ? { late: true } : {};
}
