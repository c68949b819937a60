// What makes a cashout a possible duplicate of an earlier one, besides the account's rule: the payee, and how the earlier one ended.

import { payeeOf } from '../rules/payees.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';

/** Where the request wants the money to go, as `payeeOf` writes it. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  const { ispb = '', branch = '', accountNumber = '', accountDigit = '' } = recipient ?? {};
  return payeeOf(pixKey, { ispb, branch, accountNumber: accountNumber + accountDigit });
}

/** If it ended without a payment, or the payment came back, to pay it anew is no duplicate. */
export const isPaidOrOpen = ({ status }: Cashout): boolean =>
  !['ERROR', 'CANCELLED', 'REFUNDED'].includes(status);
