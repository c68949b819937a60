// Tokens, chargebacks, MED cases, webhooks and events.

import * as z from 'zod';
import { chargebackBody, chargebackStatusQuery, listMedCasesQuery, medCasePath } from '../dispute-schemas.ts';
import {
  createWebhookBody,
  deliveryPath,
  listDeliveriesQuery,
  listEventsQuery,
  listWebhooksQuery,
  updateWebhookBody,
  webhookPath,
} from '../webhook-schemas.ts';
import * as answers from './answers.ts';
import * as disputes from './dispute-answers.ts';
import type { Endpoint } from './endpoint.ts';
import { publicKeys, token } from './sandbox-answers.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '123456784' };
const tokenForm = z
  .object({
    grant_type: z.literal('client_credentials'),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
  })
  .meta({ id: 'TokenRequest' });

const chargebacks = { tag: 'Chargebacks', auth: 'token', answer: disputes.chargeback } as const;
const webhooks = { tag: 'Webhooks', auth: 'token and hmac' } as const;
const ofWebhook = { ...webhooks, path: webhookPath } as const;
const notFound = ['webhook_not_found', 'account_is_closed'] as const;
const bothPrefixes = 'Also under /v3/accounts/api/webhooks.';
const needsWebhook = 'Needs the permission WEBHOOK, which every policy has unless it was taken away.';

export const otherEndpoints: readonly Endpoint[] = [
  {
    route: 'POST /oauth2/token',
    name: 'issueToken',
    tag: 'Access',
    summary: 'Gives a token for client credentials',
    details: 'RFC 6749, section 4.4. The credentials go into HTTP Basic or into the form.',
    auth: 'client credentials',
    form: tokenForm,
    answer: token,
    refusals: ['invalid_client', 'invalid_request', 'unsupported_grant_type'],
    example: { grant_type: 'client_credentials' },
  },
  {
    route: 'GET /.well-known/jwks.json',
    name: 'getJwks',
    tag: 'Access',
    summary: 'Shows the public keys that verify tokens',
    auth: 'nothing',
    answer: publicKeys,
    refusals: [],
  },
  {
    ...chargebacks,
    route: 'POST /v2/finance/chargebacks-pix-copy-and-paste/',
    name: 'requestChargeback',
    summary: 'Gives a paid QR code back, all of it or a part',
    details:
      'Needs the permission REFUND, which every policy has unless it was taken away. One at a time per code. Between accounts of this institution it is done at once.',
    idempotencyKey: true,
    body: chargebackBody.meta({ id: 'ChargebackRequest' }),
    refusals: [
      'qr_code_not_found',
      'qr_code_not_paid',
      'refund_in_processing',
      'chargeback_account_closed',
      'amount_above_qr_code',
      'insufficient_funds',
      'refund_refused',
    ],
    example: { qr_code_id: 731_846_215_930, information: 'Pedido 42 devolvido', amount: '10.00' },
  },
  {
    ...chargebacks,
    route: 'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
    name: 'getChargeback',
    summary: 'Tells where a chargeback is, by one of two identifiers',
    query: chargebackStatusQuery,
    refusals: ['chargeback_id_missing', 'chargeback_id_twice', 'chargeback_not_found'],
  },
  {
    route: 'GET /v3/meds/',
    name: 'listMedCases',
    tag: 'MED cases',
    summary: 'Lists MED cases, newest report first',
    auth: 'token',
    query: listMedCasesQuery,
    answer: disputes.medCases,
    refusals: [],
  },
  {
    route: 'GET /v3/meds/{id}',
    name: 'getMedCase',
    tag: 'MED cases',
    summary: 'Shows a MED case',
    auth: 'token',
    path: medCasePath,
    answer: disputes.medCase,
    refusals: ['med_not_found'],
  },
  {
    ...webhooks,
    route: 'GET /api/webhooks',
    name: 'listWebhooks',
    summary: 'Lists the webhooks of an account, oldest first',
    details: bothPrefixes,
    query: listWebhooksQuery,
    answer: answers.webhooks,
    refusals: ['account_not_found', 'account_is_closed'],
  },
  {
    ...webhooks,
    route: 'POST /api/webhooks',
    name: 'createWebhook',
    summary: 'Registers a webhook',
    details: `${needsWebhook} The answer holds the secret that signs its deliveries, once. ${bothPrefixes}`,
    body: createWebhookBody(false).meta({ id: 'CreateWebhook' }),
    answer: answers.newWebhook,
    refusals: ['account_not_found', 'account_is_closed', 'too_many_webhooks'],
    example: { ...account, url: 'https://receiver.example.com/pix', type_webhook: 'ALL' },
  },
  {
    ...ofWebhook,
    route: 'PUT /api/webhooks/{webhook_id}',
    name: 'updateWebhook',
    summary: 'Changes a webhook, gives it a new secret, or resumes it',
    details: `${needsWebhook} What is not given stays; null takes a token away. Whoever gives the url, or resumes, answers for the address: it hears as long as that client may. ${bothPrefixes}`,
    body: updateWebhookBody(false).meta({ id: 'UpdateWebhook' }),
    answer: answers.changedWebhook,
    refusals: [...notFound, 'webhook_is_paused'],
    example: { url: 'https://receiver.example.com/other' },
  },
  {
    ...ofWebhook,
    route: 'DELETE /api/webhooks/{webhook_id}',
    name: 'deleteWebhook',
    summary: 'Deletes a webhook',
    details: `${needsWebhook} ${bothPrefixes}`,
    answer: answers.message,
    refusals: notFound,
  },
  {
    ...ofWebhook,
    route: 'GET /api/webhooks/{webhook_id}/deliveries',
    name: 'listDeliveries',
    summary: 'Lists what became of its events, newest first',
    details: bothPrefixes,
    query: listDeliveriesQuery,
    answer: answers.deliveries,
    refusals: notFound,
  },
  {
    ...webhooks,
    route: 'POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    name: 'redeliverWebhook',
    summary: 'Sends an event again',
    details: `${needsWebhook} ${bothPrefixes}`,
    path: deliveryPath,
    answer: answers.delivery,
    refusals: [...notFound, 'delivery_not_found', 'webhook_is_paused'],
  },
  {
    ...ofWebhook,
    route: 'POST /api/webhooks/{webhook_id}/test',
    name: 'testWebhook',
    summary: 'Sends a test event',
    details: `${needsWebhook} ${bothPrefixes}`,
    answer: answers.testDelivery,
    refusals: [...notFound, 'webhook_is_paused'],
  },
  {
    route: 'GET /v3/events',
    name: 'listEvents',
    tag: 'Webhooks',
    summary: 'Lists the events of an account, oldest first',
    details:
      'The same events as webhooks get, for whoever was down: ask for what comes after the last number you have.',
    auth: 'token',
    query: listEventsQuery,
    answer: answers.events,
    refusals: ['account_not_found'],
  },
  {
    route: 'POST /v3/doctor/hmac',
    name: 'diagnoseHmac',
    tag: 'Doctor',
    summary: 'Says what is wrong with a signature',
    details:
      'Send the very request that is refused, body and hmac header as they are, to this path. Nothing is created, and the right signature is never told.',
    auth: 'token',
    raw: true,
    answer: answers.diagnosis,
    refusals: ['validation_error'],
  },
];
