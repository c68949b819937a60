// The handler of every create call: the same route, common fields, and answers to first calls and replays.
// The endpoints differ in how they name the recipient. A replay must use the same endpoint.

import type * as z from 'zod';
import type { Core } from '../app/deps.ts';
import { apiHandler } from '../http/api.ts';
import type { Route } from '../http/api-event.ts';
import { retryAfter } from '../http/retry-after.ts';
import { askedByKey, askedInAll, type CommonBody, recipientOf } from './asked.ts';
import type { AskedCashout, CashoutEndpoint } from './cashout.ts';
import { type CreateCashout, createCashout } from './create-cashout.ts';
import { freezeRequest } from './freeze-request.ts';
import { presentCashout, presentWinner } from './present.ts';
import { createCashoutBody, createCashoutManualBody, withLetters } from './schemas.ts';

export const signedRoute = { auth: 'token and hmac', audience: 'api', idempotencyKey: true } as const;

type CreateRoute<Body> = Route<{ body: z.ZodType }> & { body: Body };

/** The payee that a body names, and the call's own `freeze` or `insert` if it differs from the others. */
type Read = {
  wanted: Pick<AskedCashout, 'pixKey' | 'ownerLegalId' | 'recipient' | 'copyAndPaste'>;
} & Partial<Pick<CreateCashout, 'freeze' | 'insert'>>;

/** A create call whose recipient is a PIX key. */
export function createByKey(deps: Core, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...signedRoute, body: createCashoutBody }, endpoint, (given) => ({
    wanted: askedByKey(given),
  }));
}

/** A create call whose recipient is given by bank details. */
export function createManual(deps: Core, endpoint: CashoutEndpoint) {
  const body = withLetters(createCashoutManualBody, deps.config.CNPJ_LETTERS);
  return createHandler(deps, { ...signedRoute, body }, endpoint, (given) => ({
    wanted: { recipient: recipientOf(given) },
  }));
}

export function createHandler<Body extends z.ZodType<CommonBody>>(
  deps: Core,
  route: CreateRoute<Body>,
  endpoint: CashoutEndpoint,
  read: (body: z.output<Body>) => Read,
) {
  const freezeAsAsked = (asked: AskedCashout) => freezeRequest(asked, deps.config.CNPJ_LETTERS);
  return apiHandler(deps, route, async ({ caller, body: parsed, idempotencyKey }, event) => {
    const body = parsed as z.output<Body>;
    const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
    const { wanted, freeze = freezeAsAsked, insert = deps.cashouts.insert } = read(body);
    const request: AskedCashout = { endpoint, ...askedInAll(body), ...wanted };
    const about = (cashoutId: number) => {
      event.subject = { cashoutId };
    };
    const { cashout, replayed } = await createCashout(deps, {
      caller,
      account,
      request,
      idempotencyKey,
      about,
      freeze,
      insert,
    });
    const answer = replayed ? presentCashout(cashout, 'replay') : presentWinner(cashout, 'create');
    const headers = replayed ? { 'idempotent-replayed': 'true' } : {};
    return { body: answer, headers: { ...retryAfter(deps.config, replayed ? cashout : answer), ...headers } };
  });
}
