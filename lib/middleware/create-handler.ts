// The road every create call takes: the same route, the same reading of its body, the same way to answer first
// calls and replays. The endpoints differ in their name alone, which is also part of what a replay must repeat.

import type { CashoutEndpoint } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { createCashout } from '../operations/create-cashout.ts';
import { parsePixKey } from '../pix-key.ts';
import { presentCashout, presentWinner } from '../present.ts';
import { createCashoutBody } from '../schemas.ts';
import { apiHandler } from './api.ts';

const route = {
  auth: 'token and hmac',
  audience: 'api',
  idempotencyKey: true,
  body: createCashoutBody,
} as const;

export function createHandler(deps: Deps, endpoint: CashoutEndpoint) {
  return apiHandler(deps, route, async ({ caller, body, idempotencyKey }) => {
    const { cashout, replayed } = await createCashout(deps, {
      caller,
      account: { branch: body.source_account_branch_identifier, number: body.source_account_number },
      request: {
        endpoint,
        amountCents: body.amount,
        // A malformed key is the contract's 400, given by the operation in its turn; here it stays as it came.
        pixKey: parsePixKey(body.key)?.value ?? body.key,
        tag: body.tag ?? '',
      },
      idempotencyKey,
    });
    if (!replayed) return { body: presentWinner(cashout, 'create') };
    return { body: presentCashout(cashout, 'replay'), headers: { 'idempotent-replayed': 'true' } };
  });
}
