// Defines the endpoints of webhooks, their deliveries, and the feed of events.

import type * as z from 'zod';
import { as, type Endpoint, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { exampleAccount } from '../base/meanings.ts';
import * as answers from './answers.ts';
import {
  createWebhookBody,
  deliveryPath,
  listDeliveriesQuery,
  listEventsQuery,
  listWebhooksQuery,
  updateWebhookBody,
  webhookPath,
} from './schemas.ts';

const signed = {
  auth: 'token and hmac',
  also: '/v3/accounts',
  closed: 'account_is_closed',
} as const;
const ofAccount = { ...signed, stranger: 'account_not_found' } as const;
const ofWebhook = { ...signed, path: webhookPath, stranger: 'webhook_not_found' } as const;

export const listWebhooks = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'GET /api/webhooks',
  lenient: true,
  query: listWebhooksQuery,
  answer: as<typeof answers.webhooks>,
});

export const createWebhook = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'POST /api/webhooks',
  needs: ['WEBHOOK'],
  body: /* @__PURE__ */ createWebhookBody(false),
  refusals: ['too_many_webhooks'],
  answer: as<typeof answers.newWebhook>,
});

export const updateWebhook = /* @__PURE__ */ endpoint(ofWebhook, {
  route: 'PUT /api/webhooks/{webhook_id}',
  needs: ['WEBHOOK'],
  body: /* @__PURE__ */ updateWebhookBody(false),
  refusals: ['webhook_is_paused'],
  answer: as<typeof answers.changedWebhook>,
});

export const deleteWebhook = /* @__PURE__ */ endpoint(ofWebhook, {
  route: 'DELETE /api/webhooks/{webhook_id}',
  lenient: true,
  needs: ['WEBHOOK'],
  answer: as<typeof answers.message>,
});

export const listDeliveries = /* @__PURE__ */ endpoint(ofWebhook, {
  route: 'GET /api/webhooks/{webhook_id}/deliveries',
  query: listDeliveriesQuery,
  answer: as<typeof answers.deliveries>,
});

export const redeliverWebhook = /* @__PURE__ */ endpoint(ofWebhook, {
  route: 'POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  needs: ['WEBHOOK'],
  path: deliveryPath,
  refusals: ['delivery_not_found', 'webhook_is_paused'],
  answer: as<typeof answers.delivery>,
});

export const testWebhook = /* @__PURE__ */ endpoint(ofWebhook, {
  route: 'POST /api/webhooks/{webhook_id}/test',
  needs: ['WEBHOOK'],
  refusals: ['webhook_is_paused'],
  answer: as<typeof answers.testDelivery>,
});

/**
 * The schema of the answer is not here but in lib/openapi/event-answers.ts, because it contains records of folders that
 * build on this one.
 */
export const listEvents = {
  route: 'GET /v3/events',
  auth: 'token',
  query: listEventsQuery,
  stranger: 'account_not_found',
  answer: as<z.ZodType>,
} as const satisfies Endpoint;

export const told = (events: z.ZodType) =>
  tell(
    'Webhooks',
    {
      listWebhooks,
      createWebhook,
      updateWebhook,
      deleteWebhook,
      listDeliveries,
      redeliverWebhook,
      testWebhook,
      listEvents,
    },
    {
      listWebhooks: {
        summary: 'Lists the webhooks of an account, oldest first',
        answer: answers.webhooks,
      },
      createWebhook: {
        summary: 'Registers a webhook',
        details: 'Only this answer shows the secret that signs its deliveries.',
        body: 'CreateWebhook',
        answer: answers.newWebhook,
        example: { ...exampleAccount, url: 'https://receiver.example.com/pix', type_webhook: 'ALL' },
      },
      updateWebhook: {
        summary: 'Changes a webhook, gives it a new secret, or resumes it',
        details:
          'Fields that are not given do not change; null removes a token. The client that sets the url or resumes the webhook is responsible for the address: it gets events while that client has a right to the account.',
        body: 'UpdateWebhook',
        fields: {
          webhook_id: ['The id of the path, so that the signature is of this webhook.', 7_292_262_688_376],
          rotate_secret: ['true: creates a new secret. For one day the old secret also signs.', false],
          paused: ['false: resumes the webhook.', false],
        },
        answer: answers.changedWebhook,
        example: { url: 'https://receiver.example.com/other' },
      },
      deleteWebhook: { summary: 'Deletes a webhook', answer: answers.message },
      listDeliveries: {
        summary: 'Lists the deliveries of a webhook, newest first',
        answer: answers.deliveries,
        parameters: {
          before: ['Lists only deliveries older than the one with this id.', 17],
        },
      },
      redeliverWebhook: { summary: 'Sends an event again', answer: answers.delivery },
      testWebhook: { summary: 'Sends a test event', answer: answers.testDelivery },
      listEvents: {
        summary: 'Lists the events of an account, oldest first',
        details:
          'The same events as webhooks get. A receiver that was down asks for the events after the last sequence number that it has.',
        answer: events,
        parameters: {
          after: ['Lists events after this sequence number; 0 starts with the first.', 0],
        },
      },
    },
  );
