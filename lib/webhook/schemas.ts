// The contract's webhook requests, and ours around them (decision 23).

import * as z from 'zod';
import { accountNumber, branch, pageLimit, pathInteger, text } from '../base/field-schemas.ts';
import { readPublicUrl } from '../base/public-url.ts';
import { webhookTypes } from './webhook.ts';

const type = z.enum(webhookTypes, { error: `must be one of ${webhookTypes.join(', ')}` });

const account = { source_account_branch_identifier: branch, source_account_number: accountNumber };

/** Sent as a header on every delivery: what a header cannot carry is refused here. */
const headerValue = text
  .max(1_024, 'must be at most 1024 characters')
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII, without spaces around it');

/** @param allowLoopback as `OUTBOUND_LOOPBACK` has it for this stage */
const receiverUrl = (allowLoopback: boolean) =>
  text.superRefine((value, context) => {
    const read = readPublicUrl(value, allowLoopback);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
  });

/** Spec: GET /api/webhooks. */
export const listWebhooksQuery = z.object({
  ...account,
  webhook_id: pathInteger.optional(),
  type_webhook: type.optional(),
});

/**
 * Spec: DELETE /api/webhooks has no 422. A value that is no id becomes 0, which no webhook has, so that the answer is
 * not found.
 */
const webhookId = text.transform((value) => pathInteger.safeParse(value).data ?? 0);

export const webhookPath = z.object({ webhook_id: webhookId });
export const deliveryPath = webhookPath.extend({ delivery_id: pathInteger });

export const createWebhookBody = (allowLoopback: boolean) =>
  z.object({
    ...account,
    url: receiverUrl(allowLoopback),
    type_webhook: type,
    authorization_token: headerValue.nullish(),
    x_functions_key: headerValue.nullish(),
  });

/** What is not given stays; null takes a token away. */
export const updateWebhookBody = (allowLoopback: boolean) =>
  z.object({
    url: receiverUrl(allowLoopback).optional(),
    type_webhook: type.optional(),
    authorization_token: headerValue.nullish(),
    x_functions_key: headerValue.nullish(),
    rotate_secret: z.boolean({ error: 'must be true or false' }).default(false),
    /** Only false: a webhook is paused by its receiver's behaviour, and resumed by its owner. */
    paused: z.literal(false, { error: 'must be false' }).optional(),
  });

/** Older than the delivery of that id: the page after it. */
export const listDeliveriesQuery = z.object({ before: pathInteger.optional(), limit: pageLimit });

const place = text
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'must be an integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be an integer');

/** After the event of that number; 0 is the beginning. */
export const listEventsQuery = z.object({ ...account, after: place.default(0), limit: pageLimit });
