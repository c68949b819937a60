// The objective of a cashout: its final status within two minutes of the approval, whichever it is.

import { ageSeconds } from '../base/time.ts';
import type { Cashout } from './cashout.ts';

const inTimeSeconds = 120;

/** Whether more than two minutes have passed since the approval. */
export function isLate({ approvedAt, createdAt }: Cashout, now: Date): boolean {
  return ageSeconds(approvedAt ?? createdAt, now) > inTimeSeconds;
}

/** What a write adds to a row that is seen to be PROCESSING and late for the first time. */
export function firstSeenLate(cashout: Cashout, now: Date): { late?: true } {
  return cashout.status === 'PROCESSING' && !cashout.late && isLate(cashout, now) ? { late: true } : {};
}
