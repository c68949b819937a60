// Decides when a cashout may be a duplicate of an earlier cashout. The account's rule must apply, the payee must be the
// same, and the earlier cashout must not have ended unpaid or been refunded.

import { payeeOf } from '../rules/payees.ts';
import { accountOf } from './bank-account.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';

/** Returns the payee of the request, in the form of `payeeOf`. */
export function payeeAsked({ pixKey, recipient }: Pick<CashoutRequest, 'pixKey' | 'recipient'>): string {
  return payeeOf(pixKey, recipient ? accountOf(recipient) : {});
}

/**
 * Returns whether a cashout is paid or may still be paid. A new payment is no duplicate of a cashout that ended unpaid
 * or was returned.
 */
export const isPaidOrOpen = ({ status }: Cashout): boolean =>
  !['ERROR', 'CANCELLED', 'REFUNDED'].includes(status);
