// Handles the create call of a web client, where a one-time code replaces the signature.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import { recipientOf } from './asked.ts';
import { createHandler } from './create-handler.ts';
import type { WithCashouts, WithOpenTransfers } from './deps.ts';
import { createManualTransfer } from './endpoints.ts';
import { insertWithCode } from './insert-with-code.ts';
import { createManualTransferBody, withLetters } from './schemas.ts';

/** Handles the call. Its recipient is given by bank details. */
export function createManualWithCode(
  deps: Base & WithAccess & WithUsers & WithPayouts & WithCashouts & WithOpenTransfers,
) {
  const body = withLetters(createManualTransferBody, deps.config.CNPJ_LETTERS);
  return createHandler(deps, { ...createManualTransfer, body }, (given) => {
    const code = typeof given.mfa_code === 'string' ? given.mfa_code : '';
    return {
      wanted: { recipient: recipientOf(given) },
      insert: (cashout, note) => insertWithCode(deps, cashout, code, note),
    };
  });
}
