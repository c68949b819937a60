// Names the state of a payment for people. It is finer than the contract's status.

import type { Cashout, CashoutStatus } from '../cashout/cashout.ts';
import { isApprovedAhead } from '../cashout/schedule.ts';
import type { Tone } from '../page/parts.ts';
import { isPartlyReturned } from './returns.ts';

/** `SCHEDULED`: approved before its start. `PARTLY_RETURNED`: paid, and the payee has returned a part. */
export type ShownStatus = CashoutStatus | 'SCHEDULED' | 'PARTLY_RETURNED';

export function shownStatus(cashout: Cashout): ShownStatus {
  if (isPartlyReturned(cashout)) return 'PARTLY_RETURNED';
  return isApprovedAhead(cashout) ? 'SCHEDULED' : cashout.status;
}

export const tones: Readonly<Record<ShownStatus, Tone>> = {
  NEW: 'wait',
  SCHEDULED: 'plan',
  PROCESSING: 'run',
  SUCCESS: 'good',
  ERROR: 'bad',
  CANCELLED: 'over',
  REFUNDED: 'back',
  PARTLY_RETURNED: 'back',
};
