// What will be stored of a create call: payee and amount fixed for good, so that what is approved is what is paid.
// Refuses a key that cannot be paid. What a copy-and-paste code says is in freeze-code.ts.

import { parsePixKey } from '../account/pix-key.ts';
import { invariant, refuse } from '../base/errors.ts';
import type { AskedCashout, CashoutRequest } from './cashout.ts';

/** @param cnpjLetters whether a key may be a CNPJ with letters */
export function freezeRequest(asked: AskedCashout, cnpjLetters: boolean): CashoutRequest {
  const { amountCents, pixKey } = asked;
  if (pixKey !== undefined && !parsePixKey(pixKey, cnpjLetters)) refuse('invalid_pix_key');
  invariant(amountCents, 'only a code may stand for the amount');
  return { ...asked, amountCents };
}
