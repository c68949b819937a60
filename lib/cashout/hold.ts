// Defines the hold of a cashout's money: the cashout before the hold, the fields that the hold fixes on its row, and
// the lease that starts with the hold.

import type { Recipient } from '../network/port.ts';
import type { Cashout } from './cashout.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  /** The network to which the payment may be sent from now on (`payoutsAt`). */
  sentTo: string;
  dueAt: string;
  /** The count of tries starts again at 0, because earlier tries only looked up the recipient. */
  tries: 0;
};

export type Hold = { cashout: Cashout; reservation: Reservation };

/**
 * Returns whether the worker that reserved the row may still be paying. Other workers skip the row until this lease
 * ends; after that, resume-stalled sends the row to the workers again. A counted try also ends the lease.
 */
export function isLeased({ reservedAt, tries }: Cashout, now: Date, leaseSeconds: number): boolean {
  if (!reservedAt || tries > 0) return false;
  return now.getTime() < Date.parse(reservedAt) + leaseSeconds * 1000;
}

/**
 * Returns the name of our account at the PSP that pays or paid the cashout, or undefined if the payee's account is in
 * this institution.
 */
export const paidAt = ({ sentTo, recipient }: Pick<Cashout, 'sentTo' | 'recipient'>): string | undefined =>
  recipient?.ownAccount ? undefined : sentTo;
