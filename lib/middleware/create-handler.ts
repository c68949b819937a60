// The road every create call takes: the same route, the same reading of its common fields, the same way to answer
// first calls and replays. The endpoints differ in how they name the recipient; their name is also part of what a
// replay must repeat.

import type * as z from 'zod';
import type { AskedCashout, CashoutEndpoint, ManualRecipient } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { createCashout } from '../operations/create-cashout.ts';
import { parsePixKey } from '../pix-key.ts';
import { presentCashout, presentWinner } from '../present.ts';
import {
  createCashoutBody,
  createCashoutManualBody,
  createFromCodeBody,
  createManualTransferBody,
} from '../schemas.ts';
import { apiHandler } from './api.ts';

const signedRoute = { auth: 'token and hmac', audience: 'api', idempotencyKey: true } as const;
const webRoute = { auth: 'token', audience: 'web', idempotencyKey: true } as const;

type CreateRoute<Body> = { body: Body } & (typeof signedRoute | typeof webRoute);
type CommonBody = Omit<z.output<typeof createFromCodeBody>, 'copy_and_paste'>;

/** What a body says of the payee, and the one-time code where the call needs one. */
type Wanted = Pick<AskedCashout, 'pixKey' | 'recipient' | 'copyAndPaste'>;
type Read = { wanted: Wanted; code?: string };

/** A create call whose recipient is a PIX key. */
export function createByKey(deps: Deps, endpoint: CashoutEndpoint) {
  // A malformed key is the contract's 400, given by the operation in its turn; here it stays as it came.
  return createHandler(deps, { ...signedRoute, body: createCashoutBody }, endpoint, ({ key }) => ({
    wanted: { pixKey: parsePixKey(key)?.value ?? key },
  }));
}

/** A create call whose recipient, and perhaps amount, is in a copy-and-paste code. */
export function createFromCode(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...signedRoute, body: createFromCodeBody }, endpoint, (body) => ({
    wanted: { copyAndPaste: body.copy_and_paste },
  }));
}

/** A create call whose recipient is given by bank details. */
export function createManual(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...signedRoute, body: createCashoutManualBody }, endpoint, (body) => ({
    wanted: { recipient: recipientOf(body) },
  }));
}

/** The same from a web client: a one-time code stands in for the signature. */
export function createManualWithCode(deps: Deps, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...webRoute, body: createManualTransferBody }, endpoint, (body) => ({
    wanted: { recipient: recipientOf(body) },
    code: typeof body.mfa_code === 'string' ? body.mfa_code : '',
  }));
}

function recipientOf(body: z.output<typeof createCashoutManualBody>): ManualRecipient {
  return {
    branch: body.recipient_account_branch,
    branchDigit: body.recipient_account_branch_digit,
    accountNumber: body.recipient_account_number,
    accountDigit: body.recipient_account_number_digit,
    accountType: body.recipient_account_type,
    name: body.recipient_name,
    legalId: body.recipient_legal_id,
    ispb: body.recipient_instution,
  };
}

function createHandler<Body extends z.ZodType<CommonBody>>(
  deps: Deps,
  route: CreateRoute<Body>,
  endpoint: CashoutEndpoint,
  read: (body: z.output<Body>) => Read,
) {
  return apiHandler(deps, route, async ({ caller, body: parsed, idempotencyKey }, event) => {
    const body = parsed as z.output<Body>;
    const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
    const amount = body.amount === undefined ? {} : { amountCents: body.amount };
    const { wanted, ...code } = read(body);
    const request = { endpoint, ...amount, tag: body.tag ?? '', ...wanted };
    const about = (cashoutId: number) => {
      event.subject = { cashoutId };
    };
    const { cashout, replayed } = await createCashout(deps, {
      caller,
      account,
      request,
      idempotencyKey,
      about,
      ...code,
    });
    if (!replayed) return { body: presentWinner(cashout, 'create') };
    return { body: presentCashout(cashout, 'replay'), headers: { 'idempotent-replayed': 'true' } };
  });
}
