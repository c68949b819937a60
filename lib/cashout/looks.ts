// The fields of a cashout's row about look-ups of its payee before an approval (docs/decisions/product/desk.md).

import type { Recipient } from '../network/port.ts';

export type Looks = {
  /**
   * The payee that was shown to users who may approve, stored once. If the key has a different owner later, the cashout is
   * not paid.
   */
  payeeShown?: PayeeShown;
  /**
   * When a look-up last found no payee to show (ISO, UTC), and why. The creator's look-up budget was charged for it.
   */
  payeeMissed?: { at: string; failure: { text: string } };
};

/** `by`: the user who asked first. `at`: ISO, UTC. */
export type PayeeShown = { by: string; at: string; recipient: Recipient };
