// What makes a cashout a possible duplicate of an earlier one, besides the account's rule: the payee, and how the earlier one ended.

import { payeeOf } from '../rules/payees.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';

/** Where the request wants the money to go, as `payeeOf` writes it. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  const { ispb = '', branch = '', accountNumber = '', accountDigit = '' } = recipient ?? {};
  return payeeOf(pixKey, { ispb, branch, accountNumber: accountNumber + accountDigit });
}

/**
 * Whether an earlier cashout counts. If it ended without a payment, or the payment came back, to pay it anew is no duplicate.
 * @param earlier undefined if its row is not there
 */
export const isPaidOrOpen = (earlier: Cashout | undefined): boolean =>
  !earlier || !['ERROR', 'CANCELLED', 'REFUNDED'].includes(earlier.status);
