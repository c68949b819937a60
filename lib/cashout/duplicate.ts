// What makes a cashout a possible duplicate of an earlier one, besides the account's rule: the payee, and how the earlier one ended.

import { payeeOf } from '../rules/payees.ts';
import { accountOf } from './bank-account.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';

/** Where the request wants the money to go, as `payeeOf` writes it. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  return payeeOf(pixKey, recipient ? accountOf(recipient) : {});
}

/** If it ended without a payment, or the payment came back, to pay it anew is no duplicate. */
export const isPaidOrOpen = ({ status }: Cashout): boolean =>
  !['ERROR', 'CANCELLED', 'REFUNDED'].includes(status);
