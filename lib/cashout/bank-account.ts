// The payee's account, as the bank details of a request name it.

import type { ManualRecipient } from './cashout.ts';

/** The account that bank details name. As in the directory, a letter as its check digit is 0. */
export function accountOf({ ispb, branch, accountNumber, accountDigit }: ManualRecipient) {
  return { ispb, branch, accountNumber: accountNumber + accountDigit.replace(/[A-Z]/i, '0') };
}
