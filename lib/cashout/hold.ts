// A cashout before its hold, the fields that the hold fixes on its row, and the lease that starts with it.

import type { Recipient } from '../network/port.ts';
import type { Cashout } from './cashout.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  /** The network that the payment may be sent to from now on (`payoutsAt`). */
  sentTo: string;
  dueAt: string;
  /** Reset to 0, because earlier tries only looked up the recipient. */
  tries: 0;
};

export type Hold = { cashout: Cashout; reservation: Reservation };

/**
 * Whether the worker that reserved the row may still be paying. Other workers skip the row until the lease ends; then
 * the due index returns it. A counted try also ends the lease.
 */
export function isLeased({ reservedAt, tries }: Cashout, now: Date, leaseSeconds: number): boolean {
  if (!reservedAt || tries > 0) return false;
  return now.getTime() < Date.parse(reservedAt) + leaseSeconds * 1000;
}
