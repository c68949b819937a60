// Defines the fields of a cashout's row about look-ups of its payee before an approval
// (docs/decisions/product/desk.md).

import type { Recipient } from '../network/port.ts';

export type Looks = {
  /**
   * The payee that was shown to users who may approve. It is stored once. If the PIX key has a different owner later,
   * the cashout is not paid.
   */
  payeeShown?: PayeeShown;
  /**
   * The last look-up that found no payee to show: when (ISO, UTC), and why. This look-up was charged to the creator's
   * look-up budget.
   */
  payeeMissed?: { at: string; failure: { text: string } };
};

/** The payee that was shown. `by`: the first user who asked for it. `at`: ISO, UTC. */
export type PayeeShown = { by: string; at: string; recipient: Recipient };
