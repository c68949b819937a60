// The create call of a web client: a one-time code stands in for the signature.

import type { CashoutEndpoint } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { insertWithCode } from '../operations/insert-with-code.ts';
import { createManualTransferBody } from '../schemas.ts';
import { createHandler, recipientOf } from './create-handler.ts';

const webRoute = { auth: 'token', audience: 'web', idempotencyKey: true } as const;

/** The recipient is given by bank details. */
export function createManualWithCode(deps: Core, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...webRoute, body: createManualTransferBody }, endpoint, (body) => {
    const code = typeof body.mfa_code === 'string' ? body.mfa_code : '';
    return {
      wanted: { recipient: recipientOf(body) },
      insert: (cashout) => insertWithCode(deps, cashout, code),
    };
  });
}
