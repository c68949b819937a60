// The create call of a web client: a one-time code replaces the signature.

import type { Core } from '../app/deps.ts';
import { recipientOf } from './asked.ts';
import type { CashoutEndpoint } from './cashout.ts';
import { createHandler } from './create-handler.ts';
import { insertWithCode } from './insert-with-code.ts';
import { createManualTransferBody, withLetters } from './schemas.ts';

const webRoute = { auth: 'token', audience: 'web', idempotencyKey: true } as const;

/** The recipient is given by bank details. */
export function createManualWithCode(deps: Core, endpoint: CashoutEndpoint) {
  const body = withLetters(createManualTransferBody, deps.config.CNPJ_LETTERS);
  return createHandler(deps, { ...webRoute, body }, endpoint, (given) => {
    const code = typeof given.mfa_code === 'string' ? given.mfa_code : '';
    return {
      wanted: { recipient: recipientOf(given) },
      insert: (cashout, note) => insertWithCode(deps, cashout, code, note),
    };
  });
}
