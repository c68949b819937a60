// Webhooks and deliveries as the API answers them, as schemas.

import * as z from 'zod';
import { all, id, orNull, text, time, worked } from '../base/pieces.ts';
import type { AttemptResult, DeliveryStatus } from './delivery.ts';
import { eventNames } from './event-catalogue.ts';
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
export const webhooks = z.array(z.object(webhookFields).meta({ id: 'Webhook' }));
export const newWebhook = z.object({ worked, ...webhookFields, secret: text }).meta({ id: 'NewWebhook' });
export const changedWebhook = z
  .object({ worked, ...webhookFields, ...health, secret: text.optional() })
  .meta({ id: 'ChangedWebhook' });

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
    z
      .object({
        at: time,
        result: all<AttemptResult>()('answered', 'timeout', 'no_answer', 'forbidden'),
        status: orNull(httpStatus),
        milliseconds: z.number(),
      })
      .meta({ id: 'Attempt' }),
  ),
};
const listedDelivery = z.object(deliveryFields).meta({ id: 'ListedDelivery' });
export const delivery = z.object({ worked, ...deliveryFields }).meta({ id: 'Delivery' });
export const deliveries = z
  .object({
    worked,
    webhook: z.object({ id, ...health }).meta({ id: 'WebhookHealth' }),
    next: orNull(text),
    results: z.array(listedDelivery),
  })
  .meta({ id: 'DeliveryPage' });
export const testDelivery = z
  .object({ worked, delivery_id: id, event_id: text })
  .meta({ id: 'TestDelivery' });

export const message = z.object({ message: text }).meta({ id: 'Message' });
