// Webhooks, their deliveries, and the feed of events.

import {
  createWebhookBody,
  deliveryPath,
  listDeliveriesQuery,
  listEventsQuery,
  listWebhooksQuery,
  updateWebhookBody,
  webhookPath,
} from '../webhook/schemas.ts';
import * as answers from './answers.ts';
import type { Endpoint } from './endpoint.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '123456784' };
const webhooks = { tag: 'Webhooks', auth: 'token and hmac' } as const;
const ofWebhook = { ...webhooks, path: webhookPath } as const;
const notFound = ['webhook_not_found', 'account_is_closed'] as const;
const bothPrefixes = 'Also under /v3/accounts/api/webhooks.';
const needsWebhook = 'Needs the permission WEBHOOK. Every policy has it by default.';

export const webhookEndpoints: readonly Endpoint[] = [
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
    details: `${needsWebhook} Only this answer shows the secret that signs its deliveries. ${bothPrefixes}`,
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
    details: `${needsWebhook} Fields that are not given do not change; null removes a token. The client that sets the url or resumes the webhook is responsible for the address: it gets events while that client has a right to the account. ${bothPrefixes}`,
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
    summary: 'Lists the deliveries of a webhook, newest first',
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
      'The same events as webhooks get. A receiver that was down asks for the events after the last sequence number that it has.',
    auth: 'token',
    query: listEventsQuery,
    answer: answers.events,
    refusals: ['account_not_found'],
  },
];
