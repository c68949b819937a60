// Explains Woovi's documented states of payments. Woovi's errors have texts but no codes, so no error is evidence.

import type { Errors, States } from '../psp-words.ts';

/**
 * The states of a payment. CREATED: it waits for an approval, for example because the balance was too small. DENIED is
 * not in this table, because Woovi's document has it only in a list.
 */
export const paymentStates: States = {
  CREATED: 'under way',
  APPROVED: 'under way',
  CONFIRMED: 'done',
  FAILED: 'not done',
  REJECTED: 'not done',
};

export const paymentErrors: Errors = {};
