// Stores what the tries of a PROCESSING cashout have shown so far, while it has no outcome.

import { askedOf } from './asked-words.ts';
import type { Cashout } from './cashout.ts';
import type { Move, Moved } from './decision-store.ts';
import { toWork } from './move-to.ts';

export const makeTries = (move: Move) => ({
  /** Counts a try to which the network gave no final answer, and sets the next due time. */
  noteUnknown: (
    cashout: Cashout,
    dueAt: string,
    more: Pick<Cashout, 'late' | 'acceptedAt'> = {},
  ): Promise<Moved> =>
    move(cashout.id, {
      set: { dueAt, ...more, ...askedOf(cashout) },
      // A run shows that messages arrive, so the waits of resume-stalled start again.
      to: toWork(cashout),
      add: { tries: 1 },
      // The row may have been reserved for a payment since it was read. Then the try must not be counted, because a
      // counted try ends the lease of that payment.
      seen: { status: 'PROCESSING', tries: cashout.tries, reservedAt: cashout.reservedAt },
    }),

  /** Stores that the PSP had the payment, so that it is never sent again. */
  noteAccepted: (id: number, acceptedAt: string): Promise<Moved> =>
    move(id, { set: { acceptedAt }, seen: { status: 'PROCESSING' } }),
});
