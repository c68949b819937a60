// A cashout whose money is to be held, what the hold fixes on its row, and the lease that it begins.

import type { Recipient } from '../network/port.ts';
import type { Cashout } from './cashout.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  /** The network that may get it from now on (`payoutsAt`). */
  sentTo: string;
  dueAt: string;
  /** Reset: a try before the reservation only looked up the recipient. */
  tries: 0;
};

export type Hold = { cashout: Cashout; reservation: Reservation };

/**
 * Whether the worker that reserved may still be paying. Other workers leave the row alone until the lease
 * ends; then the due index brings it back. Once a try is counted, that worker is done.
 */
export function isLeased({ reservedAt, tries }: Cashout, now: Date, leaseSeconds: number): boolean {
  if (!reservedAt || tries > 0) return false;
  return now.getTime() < Date.parse(reservedAt) + leaseSeconds * 1000;
}
