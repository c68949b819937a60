// The road every create call takes: the same route, the same reading of its common fields, the same way to answer
// first calls and replays. The endpoints differ in how they name the recipient; their name is also part of what a
// replay must repeat.

import type * as z from 'zod';
import type { AskedCashout, CashoutEndpoint } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { createCashout } from '../operations/create-cashout.ts';
import { parsePixKey } from '../pix-key.ts';
import { presentCashout, presentWinner } from '../present.ts';
import { createCashoutBody, createCashoutManualBody, createFromCodeBody } from '../schemas.ts';
import { apiHandler } from './api.ts';

const route = { auth: 'token and hmac', audience: 'api', idempotencyKey: true } as const;

type Wanted = Pick<AskedCashout, 'pixKey' | 'recipient' | 'copyAndPaste'>;
type CommonBody = Omit<z.output<typeof createFromCodeBody>, 'copy_and_paste'>;

/** A create call whose recipient is a PIX key. */
export function createByKey(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, endpoint, createCashoutBody, ({ key }) => ({
    // A malformed key is the contract's 400, given by the operation in its turn; here it stays as it came.
    pixKey: parsePixKey(key)?.value ?? key,
  }));
}

/** A create call whose recipient, and perhaps amount, is in a copy-and-paste code. */
export function createFromCode(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, endpoint, createFromCodeBody, (body) => ({ copyAndPaste: body.copy_and_paste }));
}

/** A create call whose recipient is given by bank details. */
export function createManual(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, endpoint, createCashoutManualBody, (body) => ({
    recipient: {
      branch: body.recipient_account_branch,
      branchDigit: body.recipient_account_branch_digit,
      accountNumber: body.recipient_account_number,
      accountDigit: body.recipient_account_number_digit,
      accountType: body.recipient_account_type,
      name: body.recipient_name,
      legalId: body.recipient_legal_id,
      ispb: body.recipient_instution,
    },
  }));
}

function createHandler<Body extends z.ZodType<CommonBody>>(
  deps: Deps,
  endpoint: CashoutEndpoint,
  schema: Body,
  recipientOf: (body: z.output<Body>) => Wanted,
) {
  return apiHandler(deps, { ...route, body: schema }, async ({ caller, body: parsed, idempotencyKey }) => {
    const body = parsed as z.output<Body>;
    const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
    const amount = body.amount === undefined ? {} : { amountCents: body.amount };
    const request = { endpoint, ...amount, tag: body.tag ?? '', ...recipientOf(body) };
    const { cashout, replayed } = await createCashout(deps, { caller, account, request, idempotencyKey });
    if (!replayed) return { body: presentWinner(cashout, 'create') };
    return { body: presentCashout(cashout, 'replay'), headers: { 'idempotent-replayed': 'true' } };
  });
}
