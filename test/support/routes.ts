// Who may call each route of serverless.yml, and what is asked of it. A route without a row here fails the tests in
// test/security: whoever adds one decides who may call it.

import type { Permission } from '../../lib/account/policy.ts';
import { answers } from './answers.ts';
import { bankDetails } from './bank-details.ts';
import type { Holdings } from './holdings.ts';

export type Call = { params?: object; query?: Record<string, unknown>; body?: object };

export type CallerRoute = {
  auth: 'token' | 'token and hmac';
  /** The only audience admitted. */
  audience?: 'api' | 'web';
  /** What the policy on the account must permit. */
  needs?: Permission[];
  /** What its owner may ask: to everybody else it is not there. */
  calls: (its: Holdings) => Call[];
  /** It is about the request itself: there is nothing that could be somebody's. */
  ownerless?: true;
  /** The answer to everybody else; absent where they get an empty list. */
  notFound?: readonly [status: number, message: string];
  /** The answer to its owner when the account is closed; absent where the contract does not refuse that. */
  closed?: readonly [status: number, message: string];
  /** Every field that an answer may have. */
  shows: readonly string[];
};

const cashoutRoute = { auth: 'token and hmac', audience: 'api', shows: answers.cashout } as const;
const noAccount = [400, 'Account not found'] as const;
const noWebhook = [404, 'Webhook not found'] as const;
const isClosed = [400, 'Account is closed'] as const;
const createRoute = { ...cashoutRoute, notFound: noAccount, closed: noAccount } as const;
const both: Permission[] = ['CREATE', 'APPROVE'];
const toKey = { key: 'fulano@example.com' };
const create = (more: object) => (its: Holdings) => [{ body: { ...its.account, amount: 1, ...more } }];
const code =
  '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';
const byWebhook = (its: Holdings) => [{ params: { webhook_id: its.webhook } }];
const everything = { start: '2020-01-01', end: '2099-12-31' };

/** An account in a path. */
const pathOf = ({ account }: Holdings) => ({
  branch: account.source_account_branch_identifier,
  number: account.source_account_number,
});

const approve: CallerRoute = {
  auth: 'token and hmac',
  shows: answers.cashout,
  needs: ['APPROVE'],
  calls: (its) => [{ body: { id: its.cashout } }],
  notFound: [400, 'Transaction not found'],
};

/** The contract's paths that end in a slash, by their routes, which are a segment higher. */
export const slashed: Record<string, string> = {
  'GET /v3/{proxy+}': 'GET /v3/meds/',
  'POST /v2/finance/{proxy+}': 'POST /v2/finance/chargebacks-pix-copy-and-paste/',
};

/** A route that takes a slash at its end, or stands under the second prefix, is the same route. */
export const plainRoute = (routeKey: string) =>
  (slashed[routeKey] ?? routeKey)
    .replace(/\/(\{proxy\+\})?$/, '')
    .replace('/v3/accounts/api/webhooks', '/api/webhooks');

export const callerRoutes: Record<string, CallerRoute> = {
  'POST /create-cashout': { ...createRoute, needs: ['CREATE'], calls: create(toKey) },
  'POST /create-cashout-self-approve': { ...createRoute, needs: both, calls: create(toKey) },
  'POST /create-cashout-manual': { ...createRoute, needs: ['CREATE'], calls: create(bankDetails) },
  'POST /create-cashoutmanual-self-approve': { ...createRoute, needs: both, calls: create(bankDetails) },
  'POST /create-copy-and-paste-transfer': {
    ...createRoute,
    needs: both,
    calls: create({ amount: undefined, copy_and_paste: code }),
  },
  'POST /create-manual-transfer': {
    ...createRoute,
    auth: 'token',
    audience: 'web',
    needs: both,
    calls: create({ ...bankDetails, mfa_code: 'right' }),
  },
  'POST /approve-cashout': approve,
  'POST /approve-cashout-manual': approve,
  'GET /v3/cashouts/{id}': {
    auth: 'token',
    calls: (its) => [{ params: { id: its.cashout } }],
    notFound: [400, 'Transaction not found'],
    shows: answers.cashout,
  },
  'GET /v3/cashouts/{id}/timeline': {
    auth: 'token',
    calls: (its) => [{ params: { id: its.cashout } }],
    notFound: [400, 'Transaction not found'],
    shows: answers.timeline,
  },
  'GET /v3/cashouts/{id}/receipt': {
    auth: 'token',
    calls: (its) => [{ params: { id: its.paidCashout } }],
    notFound: [400, 'Transaction not found'],
    shows: answers.receipt,
  },
  'GET /v3/cashouts': {
    auth: 'token',
    calls: (its) => [
      { query: { ...its.account, idempotency_key: its.idempotencyKey } },
      { query: { ...its.account, status: 'NEW' } },
    ],
    notFound: noAccount,
    shows: answers.cashouts,
  },
  'POST /v3/cashouts/{id}/reject': {
    ...approve,
    calls: (its) => [{ params: { id: its.cashout }, body: { id: its.cashout, reason: 'Wrong supplier' } }],
  },
  'POST /v3/cashouts/preflight': {
    ...createRoute,
    needs: ['CREATE'],
    calls: (its) => [
      ...create(toKey)(its),
      ...create(bankDetails)(its),
      ...create({ copy_and_paste: code, amount: undefined })(its),
    ],
    shows: answers.preflight,
  },
  'GET /v3/accounts': { auth: 'token', calls: () => [{}], ownerless: true, shows: answers.accounts },
  'GET /v3/accounts/{branch}/{number}/balance': {
    auth: 'token',
    calls: (its) => [{ params: pathOf(its) }],
    notFound: noAccount,
    shows: answers.balance,
  },
  'GET /v3/accounts/{branch}/{number}/rules': {
    auth: 'token',
    calls: (its) => [{ params: pathOf(its) }],
    notFound: noAccount,
    shows: answers.rules,
  },
  'GET /v3/account-statements/{branch}/{number}': {
    auth: 'token',
    calls: (its) => {
      const params = pathOf(its);
      const cursor = { cursor_id: 5, cursor_datetime: '2099-01-01', cursor_direction: 'next' };
      return [everything, { ...everything, ...cursor }].map((query) => ({ params, query }));
    },
    notFound: noAccount,
    shows: answers.statement,
  },
  'POST /v3/account-statements/{branch}/{number}/exports': {
    auth: 'token',
    calls: (its) => [{ params: pathOf(its), body: { month: '2026-10', format: 'csv' } }],
    notFound: noAccount,
    shows: answers.askedExport,
  },
  'GET /v3/account-statements/{branch}/{number}/exports': {
    auth: 'token',
    calls: (its) => [{ params: pathOf(its) }],
    notFound: noAccount,
    shows: answers.exports,
  },
  'GET /v3/account-statements/{branch}/{number}/exports/{id}': {
    auth: 'token',
    calls: (its) => [{ params: { ...pathOf(its), id: its.export } }],
    notFound: noAccount,
    shows: answers.linkedExport,
  },
  'POST /v2/finance/chargebacks-pix-copy-and-paste': {
    auth: 'token',
    needs: ['REFUND'],
    calls: (its) => [{ body: { qr_code_id: its.qrCode, information: 'Pedido 42', amount: '1.00' } }],
    notFound: [400, 'QR Code not found'],
    closed: [400, 'Cannot process chargeback for closed account'],
    shows: answers.chargeback,
  },
  'GET /v2/finance/chargebacks-pix-copy-and-paste/status': {
    auth: 'token',
    calls: (its) => [{ query: { id: its.chargeback } }, { query: { end_to_end_id: its.refundId } }],
    notFound: [400, 'Chargeback not found'],
    shows: answers.chargeback,
  },
  'GET /v3/meds': {
    auth: 'token',
    calls: (its) => [{}, { query: { id: its.medCase, dt: its.medCaseAt, direction: 'next' } }],
    shows: answers.medCases,
  },
  'GET /v3/meds/{id}': {
    auth: 'token',
    calls: (its) => [{ params: { id: its.medCase } }],
    notFound: [404, 'MED not found'],
    shows: answers.medCase,
  },
  'GET /api/webhooks': {
    auth: 'token and hmac',
    calls: (its) => [{ query: its.account }, { query: { ...its.account, webhook_id: its.webhook } }],
    notFound: noAccount,
    closed: isClosed,
    shows: answers.webhooks,
  },
  'POST /api/webhooks': {
    auth: 'token and hmac',
    needs: ['WEBHOOK'],
    calls: (its) => [{ body: { ...its.account, url: 'https://receiver.example.com/', type_webhook: 'ALL' } }],
    notFound: noAccount,
    closed: isClosed,
    shows: answers.newWebhook,
  },
  'PUT /api/webhooks/{webhook_id}': {
    auth: 'token and hmac',
    needs: ['WEBHOOK'],
    calls: (its) => [
      { ...byWebhook(its)[0], body: { url: 'https://thief.example.com/', rotate_secret: true } },
    ],
    notFound: noWebhook,
    closed: isClosed,
    shows: answers.changedWebhook,
  },
  'DELETE /api/webhooks/{webhook_id}': {
    auth: 'token and hmac',
    needs: ['WEBHOOK'],
    calls: byWebhook,
    notFound: noWebhook,
    closed: isClosed,
    shows: ['message'],
  },
  'GET /api/webhooks/{webhook_id}/deliveries': {
    auth: 'token and hmac',
    calls: byWebhook,
    notFound: noWebhook,
    closed: isClosed,
    shows: answers.deliveries,
  },
  'POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    auth: 'token and hmac',
    needs: ['WEBHOOK'],
    calls: (its) => [{ params: { webhook_id: its.webhook, delivery_id: its.delivery } }],
    notFound: noWebhook,
    closed: isClosed,
    shows: answers.delivery,
  },
  'POST /api/webhooks/{webhook_id}/test': {
    auth: 'token and hmac',
    needs: ['WEBHOOK'],
    calls: byWebhook,
    notFound: noWebhook,
    closed: isClosed,
    shows: ['worked', 'delivery_id', 'event_id'],
  },
  'POST /v3/doctor/hmac': {
    auth: 'token',
    ownerless: true,
    calls: () => [{ body: { any: 'thing' } }],
    shows: ['worked', 'valid', 'findings', 'findings.problem', 'findings.advice'],
  },
  'GET /v3/events': {
    auth: 'token',
    calls: (its) => [{ query: its.account }, { query: { ...its.account, after: 1 } }],
    notFound: noAccount,
    shows: answers.events,
  },
};

/** What documents the others: public, and no part of the API. */
export const pages: readonly string[] = ['GET /openapi.json', 'GET /docs', 'GET /docs/{file}'];

/** Routes without a caller, and what opens them instead. */
export const openRoutes: Record<string, 'nothing' | 'client credentials' | 'sandbox key' | 'signature'> = {
  'GET /.well-known/jwks.json': 'nothing',
  'GET /openapi.json': 'nothing',
  'GET /docs': 'nothing',
  'GET /docs/{file}': 'nothing',
  'GET /receipts/{code}': 'nothing',
  'POST /oauth2/token': 'client credentials',
  'POST /network/pix': 'signature',
  'POST /sandbox/tenants': 'sandbox key',
  'POST /sandbox/clients': 'sandbox key',
  'POST /sandbox/refunds': 'sandbox key',
  'POST /sandbox/returns': 'sandbox key',
  'POST /sandbox/qr-codes': 'sandbox key',
  'POST /sandbox/pix-in': 'sandbox key',
  'POST /sandbox/med-cases': 'sandbox key',
  'PUT /sandbox/med-cases/{id}': 'sandbox key',
  'POST /sandbox/accounts/close': 'sandbox key',
  'POST /sandbox/network/{reference}': 'sandbox key',
};
