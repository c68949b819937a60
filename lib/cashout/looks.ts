// What a cashout's row keeps of the looks at its payee before an approval (docs/decisions/product/desk.md).

import type { Recipient } from '../network/port.ts';

export type Looks = {
  /** The payee that was shown to whoever may approve it, once. Another owner of the key is not paid then. */
  payeeShown?: PayeeShown;
  /** When a look last found no payee to show (ISO, UTC), and why: the creator was charged for it. */
  payeeMissed?: { at: string; failure: { text: string } };
};

/** `by`: the user who asked first. `at`: ISO, UTC. */
export type PayeeShown = { by: string; at: string; recipient: Recipient };
