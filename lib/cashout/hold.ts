// A cashout whose money is to be held, and what the hold fixes on its row.

import type { Recipient } from '../network/port.ts';
import type { Cashout } from './cashout.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  dueAt: string;
  /** Reset: a try before the reservation only looked up the recipient. */
  tries: 0;
};

export type Hold = { cashout: Cashout; reservation: Reservation };
