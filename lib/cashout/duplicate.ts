// What makes a cashout a possible duplicate of an earlier one, besides the account's rule: the payee, and how the earlier one ended.

import { payeeOf } from '../rules/payees.ts';
import type { Cashout, CashoutRequest, ManualRecipient } from './cashout.ts';

/** An account as bank details name it; as in the directory, a letter as its check digit is 0. */
export function accountOf({ ispb, branch, accountNumber, accountDigit }: ManualRecipient) {
  return { ispb, branch, accountNumber: accountNumber + accountDigit.replace(/[A-Z]/i, '0') };
}

/** Where the request wants the money to go, as `payeeOf` writes it. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  return payeeOf(pixKey, recipient ? accountOf(recipient) : {});
}

/** If it ended without a payment, or the payment came back, to pay it anew is no duplicate. */
export const isPaidOrOpen = ({ status }: Cashout): boolean =>
  !['ERROR', 'CANCELLED', 'REFUNDED'].includes(status);
