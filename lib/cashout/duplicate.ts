// When a cashout may be a duplicate of an earlier one, besides the account's rule: same payee, and the earlier one was
// not refunded or ended unpaid.

import { payeeOf } from '../rules/payees.ts';
import { accountOf } from './bank-account.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';

/** The payee of the request, in the form of `payeeOf`. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  return payeeOf(pixKey, recipient ? accountOf(recipient) : {});
}

/** A new payment is no duplicate if the earlier one ended unpaid or was returned. */
export const isPaidOrOpen = ({ status }: Cashout): boolean =>
  !['ERROR', 'CANCELLED', 'REFUNDED'].includes(status);
