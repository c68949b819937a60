// Defines the schemas of webhooks and deliveries in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { all, id, orNull, text, time, worked } from '../base/pieces.ts';
import type { AttemptResult, DeliveryStatus } from './delivery.ts';
import { eventNames } from './event-types.ts';
import { webhookType } from './schemas.ts';
import { pauseReasons } from './webhook.ts';

const eventName = z.enum(eventNames).meta({ id: 'EventName' });

const webhookFields = {
  id,
  url: text,
  type_webhook: webhookType,
  authorization_token: orNull(text),
  x_functions_key: orNull(text),
  created_at: time,
  updated_at: time,
};
const health = {
  status: z.enum(['ACTIVE', 'PAUSED']),
  paused_reason: orNull(z.enum(pauseReasons)),
  paused_at: orNull(time),
  failing_since: orNull(time),
};
export const webhooks = z.array(
  named('Webhook', z.object(webhookFields), {
    id: ['Id of the webhook.', 7_292_262_688_376],
    created_at: ['When it was registered.', instant],
  }),
);
export const newWebhook = named('NewWebhook', z.object({ worked, ...webhookFields, secret: text }), {
  secret: [
    'Secret that signs the deliveries (Standard Webhooks). Shown only once.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
});
export const changedWebhook = named(
  'ChangedWebhook',
  z.object({ worked, ...webhookFields, ...health, secret: text.optional() }),
  {
    status: ['PAUSED: nothing is sent; paused_reason says why.', 'ACTIVE'],
  },
);

const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const httpStatus = z.int().min(100).max(999);

export const deliveryFields = {
  id,
  event_id: text,
  event_type: eventName,
  status: all<DeliveryStatus>()('PENDING', 'DELIVERED', 'EXHAUSTED', 'CANCELLED', 'HELD'),
  attempts: count,
  last_status: orNull(httpStatus),
  last_attempt_at: orNull(time),
  next_attempt_at: orNull(time),
  created_at: time,
  log: z.array(
    named(
      'Attempt',
      z.object({
        at: time,
        result: all<AttemptResult>()('answered', 'timeout', 'no_answer', 'forbidden'),
        status: orNull(httpStatus),
        milliseconds: z.number(),
      }),
      {
        at: ['Time of the attempt.', instant],
        result: ['Whether the receiver answered.', 'answered'],
        status: ['HTTP status, if the receiver answered.', 200],
        milliseconds: ['Duration of the attempt.', 84],
      },
    ),
  ),
};
const listedDelivery = z.object(deliveryFields).meta({ id: 'ListedDelivery' });
export const delivery = named('Delivery', z.object({ worked, ...deliveryFields }), {
  id: ['Id of the delivery: the sequence number of its event.', 17],
  status: [
    'EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted.',
    'DELIVERED',
  ],
  log: ['The last attempts.'],
});
export const deliveries = named(
  'DeliveryPage',
  z.object({
    worked,
    webhook: named('WebhookHealth', z.object({ id, ...health }), {
      id: ['Id of the webhook.', 7_292_262_688_376],
      status: ['PAUSED: nothing is sent to the webhook.', 'ACTIVE'],
    }),
    next: orNull(text),
    results: z.array(listedDelivery),
  }),
  {
    webhook: ['State of the webhook.'],
  },
);
export const testDelivery = z
  .object({ worked, delivery_id: id, event_id: text })
  .meta({ id: 'TestDelivery' });

export const message = z.object({ message: text }).meta({ id: 'Message' });
