// Explains Woovi's documented states of payments. Its errors have texts and no codes, so none of them is evidence.

import type { Errors, States } from '../psp-words.ts';

/** CREATED: it waits for an approval, for example because the balance was too small. DENIED stands in a list of its document alone. */
export const paymentStates: States = {
  CREATED: 'under way',
  APPROVED: 'under way',
  CONFIRMED: 'done',
  FAILED: 'not done',
  REJECTED: 'not done',
};

export const paymentErrors: Errors = {};
