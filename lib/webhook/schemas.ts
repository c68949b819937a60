// Defines the contract's requests about webhooks, and our additional requests (docs/decisions/contract/webhooks.md).

import * as z from 'zod';
import { accountNumber, branch, integer, pageLimit, pathInteger, text } from '../base/field-schemas.ts';
import { readPublicUrl } from '../base/public-url.ts';
import { webhookTypes } from './webhook.ts';

export const webhookType = z.enum(webhookTypes, { error: `must be one of ${webhookTypes.join(', ')}` });

const account = { source_account_branch_identifier: branch, source_account_number: accountNumber };

/** Accepts only valid values of a header, because the value is sent as a header with every delivery. */
const headerValue = text
  .max(1_024, 'must be at most 1024 characters')
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII, without spaces around it');

/**
 * Accepts the URL of a receiver.
 * @param allowLoopback the stage's `OUTBOUND_LOOPBACK`
 */
const receiverUrl = (allowLoopback: boolean) =>
  text.superRefine((value, context) => {
    const read = readPublicUrl(value, allowLoopback);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
  });

/** Query of GET /api/webhooks. */
export const listWebhooksQuery = z.object({
  ...account,
  webhook_id: pathInteger.optional(),
  type_webhook: webhookType.optional(),
});

/**
 * Reads the id of a webhook. DELETE /api/webhooks has no 422 in the contract. So a value that is no id becomes 0, which
 * no webhook has, and the answer is "not found".
 */
const webhookId = text.transform((value) => pathInteger.safeParse(value).data ?? 0);

export const webhookPath = z.object({ webhook_id: webhookId });
export const deliveryPath = webhookPath.extend({ delivery_id: pathInteger });

export const createWebhookBody = (allowLoopback: boolean) =>
  z.object({
    ...account,
    url: receiverUrl(allowLoopback),
    type_webhook: webhookType,
    authorization_token: headerValue.nullish(),
    x_functions_key: headerValue.nullish(),
  });

/** Body of a request that changes a webhook. An absent field stays as it is; null removes a token. */
export const updateWebhookBody = (allowLoopback: boolean) =>
  z.object({
    /** The body may contain the id, so that its signature is only valid for the change of this webhook. */
    webhook_id: integer.optional(),
    url: receiverUrl(allowLoopback).optional(),
    type_webhook: webhookType.optional(),
    authorization_token: headerValue.nullish(),
    x_functions_key: headerValue.nullish(),
    rotate_secret: z.boolean({ error: 'must be true or false' }).default(false),
    /** Only false is accepted, because an owner can resume a webhook but not pause it. */
    paused: z.literal(false, { error: 'must be false' }).optional(),
  });

/** Query of a webhook's deliveries. `before`: only deliveries older than the delivery with this id. */
export const listDeliveriesQuery = z.object({ before: pathInteger.optional(), limit: pageLimit });

const place = text
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'must be an integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be an integer');

/** Query of the feed. `after`: only events after this number; 0 is the beginning. */
export const listEventsQuery = z.object({ ...account, after: place.default(0), limit: pageLimit });
