// Reads the payee's account from the bank details of a request.

import type { ManualRecipient } from './cashout.ts';

/** Returns the account. A letter as check digit becomes 0, as in the directory. */
export function accountOf({ ispb, branch, accountNumber, accountDigit }: ManualRecipient) {
  return { ispb, branch, accountNumber: accountNumber + accountDigit.replace(/[A-Z]/i, '0') };
}
