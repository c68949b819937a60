// Handles every create call: common fields, first calls and replays. The endpoints differ in how they name the
// recipient. A replay must use the endpoint of the first call.

import type * as z from 'zod';
import type { WithAccess } from '../access/deps.ts';
import type { CallerEndpoint } from '../access/endpoint.ts';
import { apiHandler } from '../http/api.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import type { cashout as cashoutAnswer } from './answers.ts';
import { askedByKey, askedInAll, type CommonBody, recipientOf } from './asked.ts';
import type { AskedCashout, CashoutEndpoint } from './cashout.ts';
import { type CreateCashout, createCashout } from './create-cashout.ts';
import type { WithCashouts, WithOpenTransfers } from './deps.ts';
import { fixRequest } from './fix-request.ts';
import { presentCashout, presentWinner } from './present.ts';
import { type createCashoutBody, createCashoutManualBody, withLetters } from './schemas.ts';

type Deps = Base & WithAccess & WithPayouts & WithCashouts & WithOpenTransfers;

type CreateEndpoint<Body extends z.ZodType<CommonBody>> = CallerEndpoint<
  { body: Body },
  typeof cashoutAnswer
> & {
  route: `POST /${CashoutEndpoint}`;
};

/** The payee in a body, and the call's own `fix` or `insert` if the usual one does not fit. */
type Read = {
  wanted: Pick<AskedCashout, 'pixKey' | 'ownerLegalId' | 'recipient' | 'copyAndPaste'>;
} & Partial<Pick<CreateCashout, 'fix' | 'insert'>>;

/** Handles a create call whose recipient is a PIX key. */
export const createByKey = (deps: Deps, endpoint: CreateEndpoint<typeof createCashoutBody>) =>
  createHandler(deps, endpoint, (given) => ({ wanted: askedByKey(given) }));

/** Handles a create call whose recipient is given by bank details. */
export function createManual(deps: Deps, endpoint: CreateEndpoint<typeof createCashoutManualBody>) {
  const body = withLetters(createCashoutManualBody, deps.config.CNPJ_LETTERS);
  return createHandler(deps, { ...endpoint, body }, (given) => ({
    wanted: { recipient: recipientOf(given) },
  }));
}

export function createHandler<Body extends z.ZodType<CommonBody>>(
  deps: Deps,
  endpoint: CreateEndpoint<Body>,
  read: (body: z.output<Body>) => Read,
) {
  const fixAsAsked = (asked: AskedCashout) => fixRequest(asked, deps.config.CNPJ_LETTERS);
  const called = endpoint.route.replace('POST /', '') as CashoutEndpoint;
  return apiHandler(deps, endpoint, async ({ caller, body: parsed, idempotencyKey }, event) => {
    const body = parsed as z.output<Body>;
    const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
    const { wanted, fix = fixAsAsked, insert = deps.cashouts.insert } = read(body);
    const request: AskedCashout = { endpoint: called, ...askedInAll(body), ...wanted };
    const about = (cashoutId: number) => {
      event.subject = { cashoutId };
    };
    const { cashout, replayed } = await createCashout(deps, {
      caller,
      account,
      request,
      idempotencyKey,
      about,
      fix,
      insert,
    });
    const answer = replayed ? presentCashout(cashout, 'replay') : presentWinner(cashout, 'create');
    const headers = replayed ? { 'idempotent-replayed': 'true' } : {};
    return { body: answer, headers: { ...retryAfter(deps.config, replayed ? cashout : answer), ...headers } };
  });
}
