// Lists for each route who may call it, and the calls that the owner of the resource may make. The table is made from
// the declarations of the endpoints.

import type { Permission } from '../../lib/access/permission.ts';
import type { ToldEndpoint } from '../../lib/access/tell.ts';
import { errorBody, type RefusalCode } from '../../lib/base/errors.ts';
import { plainObject } from '../../lib/base/plain-object.ts';
import { endpoints } from '../../lib/openapi/document.ts';
import { isForCallers } from '../../lib/openapi/endpoint.ts';
import { bankDetails } from './bank-details.ts';
import { type Holdings, unaffordable } from './holdings.ts';
import { recoveryCalls } from './recoveries.ts';

export type Call = { params?: object; query?: Record<string, unknown>; body?: object };

export type CallerRoute = {
  auth: 'token' | 'token and hmac';
  /** The only audience whose tokens are accepted. */
  audience?: 'api' | 'web';
  /** The permissions that the policy on the account must include. */
  needs: readonly Permission[];
  /** The calls that the owner may make. For everybody else the resource does not exist. */
  calls: (its: Holdings) => Call[];
  /** Whether its refusals are in the rows of a 200. */
  inRows: boolean;
  /** Whether every call must have an idempotency key. */
  isKeyed: boolean;
  /** Whether the call concerns only the request or the caller, so that nothing in it could belong to somebody else. */
  ownerless: boolean;
  /** The answer to everybody else. It is absent if they get an empty list. */
  notFound?: readonly [status: number, message: string];
  /** The answer to the owner of a closed account. It is absent if the contract does not refuse such calls. */
  closed?: readonly [status: number, message: string];
};

/** The id that a path contains, by the segment before it. */
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

/**
 * Builds the call from the declaration itself: the ids in the path, the example of the body, and the account in the
 * query.
 */
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

/** The calls of endpoints whose declaration does not say how to call them, or not every way to call them. */
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
  ...recoveryCalls,
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
  retryBatch: (its) => [
    {
      params: { id: its.finishedBatch },
      body: { id: its.finishedBatch, total_lines: 1, total_amount: unaffordable },
    },
  ],
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

/** Returns the key of the route at the gateway, which has no slash at its end. */
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

/** Public routes that document the API but are not part of it. */
export const consolePages: readonly string[] = [
  'GET /console',
  'GET /console/{proxy+}',
  'POST /console/{proxy+}',
  'GET /console/files/{proxy+}',
  'POST /console/files/{proxy+}',
  'GET /console/webhooks/{proxy+}',
  'POST /console/webhooks/{proxy+}',
  'GET /console/batches',
  'GET /console/batches/{proxy+}',
  'POST /console/batches/{proxy+}',
  'GET /desk',
  'GET /desk/{proxy+}',
  'POST /desk/{proxy+}',
  'GET /console/sandbox',
  'POST /console/sandbox/{proxy+}',
  'GET /console/money-back/{proxy+}',
  'POST /console/money-back/{proxy+}',
];
/** Routes for signing in. Their callers are not known yet. */
export const signInPages: readonly string[] = [
  'GET /console/sign-in',
  'GET /console/sign-in/{proxy+}',
  'GET /console/signed-in',
  'GET /console/sign-out',
  'GET /console/join/{proxy+}',
];
export const pages: readonly string[] = [
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/{file}',
  ...consolePages,
  ...signInPages,
];

/** The routes without a caller, and what they need instead of a token. */
export const openRoutes: Record<string, string> = Object.fromEntries([
  ...pages.map((page) => [page, 'nothing']),
  ...endpoints
    .filter((endpoint) => !isForCallers(endpoint))
    .map((endpoint) => [keyOf(endpoint), endpoint.auth]),
]);

/** The paths of the contract that end in a slash. The routes at the gateway lack this slash (lib/http/api.ts). */
export const slashed: Record<string, string> = Object.fromEntries(
  endpoints
    .filter(({ route }) => /.\/$/.test(route))
    .map(({ route }) => [route.replace(/[^/]+\/$/, '{proxy+}'), route]),
);

/** Returns the route without a final slash and without the second prefix, because those variants are the same route. */
export const plainRoute = (routeKey: string) =>
  (slashed[routeKey] ?? routeKey)
    .replace(/\/(\{proxy\+\})?$/, '')
    .replace('/v3/accounts/api/webhooks', '/api/webhooks');
