// Who may call each route and what its owner may ask, made from the declarations of the endpoints.

import type { Permission } from '../../lib/access/permission.ts';
import type { ToldEndpoint } from '../../lib/access/tell.ts';
import { errorBody, type RefusalCode } from '../../lib/base/errors.ts';
import { plainObject } from '../../lib/base/plain-object.ts';
import { endpoints } from '../../lib/openapi/document.ts';
import { isForCallers } from '../../lib/openapi/endpoint.ts';
import { bankDetails } from './bank-details.ts';
import type { Holdings } from './holdings.ts';

export type Call = { params?: object; query?: Record<string, unknown>; body?: object };

export type CallerRoute = {
  auth: 'token' | 'token and hmac';
  /** The only audience admitted. */
  audience?: 'api' | 'web';
  /** What the policy on the account must permit. */
  needs: readonly Permission[];
  /** What its owner may ask: to everybody else it is not there. */
  calls: (its: Holdings) => Call[];
  /** Its refusals are in the rows of a 200. */
  inRows: boolean;
  /** Every call must have an idempotency key. */
  isKeyed: boolean;
  /** It is about the request or the caller: there is nothing that could be somebody else's. */
  ownerless: boolean;
  /** The answer to everybody else; absent where they get an empty list. */
  notFound?: readonly [status: number, message: string];
  /** The answer to its owner when the account is closed; absent where the contract does not refuse that. */
  closed?: readonly [status: number, message: string];
};

/** What a path names, by the segment before its `id`. */
const named: Record<string, (its: Holdings) => string | number> = {
  cashouts: (its) => its.cashout,
  meds: (its) => its.medCase,
  exports: (its) => its.export,
  batches: (its) => its.batch,
};

function paramsOf(route: string, its: Holdings): Record<string, unknown> {
  const { source_account_branch_identifier: branch, source_account_number: number } = its.account;
  const [, owner = ''] = /\/([\w-]+)\/\{id\}/.exec(route) ?? [];
  const values = { branch, number, webhook_id: its.webhook, delivery_id: its.delivery };
  return { ...values, id: named[owner]?.(its) };
}

const hasAccount = (fields: object) => 'source_account_number' in fields;

/** The call that the declaration itself gives: what the path names, the example of the body, the account in the query. */
function declaredCall({ route, query, example }: ToldEndpoint, its: Holdings): Call {
  const asked = query ? plainObject(query).shape : {};
  return {
    params: paramsOf(route, its),
    ...(hasAccount(asked) ? { query: its.account } : {}),
    ...(example ? { body: { ...example, ...(hasAccount(example) ? its.account : {}) } } : {}),
  };
}

const create = (more: object) => (its: Holdings) => ({ body: { ...its.account, amount: 1, ...more } });
const code =
  '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';
const everything = { start: '2020-01-01', end: '2099-12-31' };
const approve = (its: Holdings) => [{ body: { id: its.cashout } }];
const seen = (its: Holdings) => [{ id: its.cashout, content_digest: its.digest }];

/** Where the declaration does not say how to call it, or not all there is to ask. */
const calls: Record<string, CallerRoute['calls']> = {
  createManualTransfer: (its) => [create({ ...bankDetails, mfa_code: 'right' })(its)],
  approveCashout: approve,
  approveCashoutManual: approve,
  rejectCashout: (its) => [
    { params: { id: its.cashout }, body: { id: its.cashout, reason: 'Wrong supplier' } },
  ],
  approveMany: (its) => [{ body: { cashouts: seen(its) } }],
  rejectMany: (its) => [{ body: { cashouts: seen(its), reason: 'Wrong supplier' } }],
  preflightCashout: (its) => [
    create({ key: 'fulano@example.com' })(its),
    create(bankDetails)(its),
    create({ amount: undefined, copy_and_paste: code })(its),
  ],
  getReceipt: (its) => [{ params: { id: its.paidCashout } }],
  listCashouts: (its) => [
    { query: { ...its.account, idempotency_key: its.idempotencyKey } },
    { query: { ...its.account, status: 'NEW' } },
  ],
  listStatement: (its) => {
    const params = paramsOf('', its);
    const cursor = { cursor_id: 5, cursor_datetime: '2099-01-01', cursor_direction: 'next' };
    return [everything, { ...everything, ...cursor }].map((query) => ({ params, query }));
  },
  approveBatch: (its) => [
    { params: { id: its.batch }, body: { id: its.batch, content_digest: its.batchDigest } },
  ],
  resumeBatch: (its) => [{ params: { id: its.pausedBatch }, body: { id: its.pausedBatch } }],
  stopBatch: (its) => [{ params: { id: its.batch }, body: { id: its.batch, reason: 'Wrong month' } }],
  requestChargeback: (its) => [
    { body: { qr_code_id: its.qrCode, information: 'Pedido 42', amount: '1.00' } },
  ],
  getChargeback: (its) => [{ query: { id: its.chargeback } }, { query: { end_to_end_id: its.refundId } }],
  listMedCases: (its) => [{}, { query: { id: its.medCase, dt: its.medCaseAt, direction: 'next' } }],
  listWebhooks: (its) => [{ query: its.account }, { query: { ...its.account, webhook_id: its.webhook } }],
  diagnoseHmac: () => [{ body: { any: 'thing' } }],
  listEvents: (its) => [{ query: its.account }, { query: { ...its.account, after: 1 } }],
};

const ownerless = ['listAccounts', 'diagnoseHmac'];

/** Its key at the gateway: that of the path without a slash at its end. */
const keyOf = ({ route }: ToldEndpoint) => route.replace(/\/$/, '');
const told = (code: RefusalCode) => {
  const { status, body } = errorBody(code);
  return [status, body.message] as const;
};

export const callerRoutes: Record<string, CallerRoute> = Object.fromEntries(
  endpoints.filter(isForCallers).map((endpoint) => {
    const { name, audience, needs = [], stranger, closed } = endpoint;
    const row: CallerRoute = {
      auth: endpoint.auth as CallerRoute['auth'],
      ...(audience ? { audience } : {}),
      needs,
      calls: calls[name] ?? ((its) => [declaredCall(endpoint, its)]),
      inRows: endpoint.inRows ?? false,
      isKeyed: endpoint.idempotencyKey === 'required',
      ownerless: ownerless.includes(name),
      ...(stranger ? { notFound: told(stranger) } : {}),
      ...(closed ? { closed: told(closed) } : {}),
    };
    return [keyOf(endpoint), row];
  }),
);

/** What documents the others: public, and no part of the API. */
export const pages: readonly string[] = ['GET /openapi.json', 'GET /docs', 'GET /docs/{file}'];

/** Routes without a caller, and what opens them instead. */
export const openRoutes: Record<string, string> = Object.fromEntries([
  ...pages.map((page) => [page, 'nothing']),
  ...endpoints
    .filter((endpoint) => !isForCallers(endpoint))
    .map((endpoint) => [keyOf(endpoint), endpoint.auth]),
]);

/** The contract's paths that end in a slash, by their routes, which are a segment higher (lib/http/api.ts). */
export const slashed: Record<string, string> = Object.fromEntries(
  endpoints
    .filter(({ route }) => /.\/$/.test(route))
    .map(({ route }) => [route.replace(/[^/]+\/$/, '{proxy+}'), route]),
);

/** A route that takes a slash at its end, or stands under the second prefix, is the same route. */
export const plainRoute = (routeKey: string) =>
  (slashed[routeKey] ?? routeKey)
    .replace(/\/(\{proxy\+\})?$/, '')
    .replace('/v3/accounts/api/webhooks', '/api/webhooks');
