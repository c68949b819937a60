// Makes the request to store for a create call. Payee and amount are fixed permanently, so that exactly the approved
// content is paid. An invalid PIX key is refused. fix-code.ts does the same for copy-and-paste QR codes.

import { parsePixKey } from '../account/pix-key.ts';
import { invariant, refuse } from '../base/errors.ts';
import type { AskedCashout, CashoutRequest } from './cashout.ts';

/**
 * Makes the request.
 * @param cnpjLetters whether a PIX key may be a CNPJ with letters
 */
export function fixRequest(asked: AskedCashout, cnpjLetters: boolean): CashoutRequest {
  const { amountCents, pixKey } = asked;
  if (pixKey !== undefined && !parsePixKey(pixKey, cnpjLetters)) refuse('invalid_pix_key');
  invariant(amountCents, 'a request without an amount has a code');
  return { ...asked, amountCents };
}
