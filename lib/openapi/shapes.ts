// JSON Schema of what zod cannot show by itself: values that are read by a function of ours.

import { chargebackBody, chargebackStatusQuery } from '../dispute-schemas.ts';
import { devolucoes } from '../network-schemas.ts';
import { createTenantBody, transactionDepth } from '../sandbox-schemas.ts';
import {
  amount,
  createManualTransferBody,
  idempotencyKey,
  integer,
  medPageLimit,
  pageLimit,
  pathInteger,
} from '../schemas.ts';
import { listEventsQuery, webhookPath } from '../webhook-schemas.ts';

const positive = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const reais = {
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  maximum: 9_999_999_999.99,
} as const;

/** By the very schema that validates. */
export const shapes = new Map<unknown, object>([
  [amount, { ...reais, pattern: String.raw`^\d{1,10}(\.\d{1,2})?$` }],
  [chargebackBody.shape.amount, { ...reais, pattern: String.raw`^\d{1,10}\.\d{2}$` }],
  [integer, positive],
  [pathInteger, positive],
  [webhookPath.shape.webhook_id, positive],
  [chargebackStatusQuery.shape.id, positive],
  [medPageLimit, { type: 'integer', minimum: 1, maximum: 200, default: 50 }],
  [pageLimit, { type: 'integer', minimum: 1, maximum: 100, default: 50 }],
  [listEventsQuery.shape.after, { ...positive, minimum: 0, default: 0 }],
  [idempotencyKey, { type: 'string', format: 'uuid' }],
  [createManualTransferBody.shape.mfa_code, { type: 'string', pattern: String.raw`^\d{6}$` }],
  [transactionDepth, { type: 'integer', minimum: 0, maximum: 1_000 }],
  [createTenantBody.shape.accounts, { type: 'integer', minimum: 1, maximum: 20, default: 1 }],
  [
    createTenantBody.shape.balance,
    {
      ...reais,
      exclusiveMinimum: undefined,
      minimum: 0,
      default: '10000.00',
      pattern: String.raw`^\d{1,10}(\.\d{1,2})?$`,
    },
  ],
  // A list, or one of them.
  [devolucoes, { type: ['array', 'object'], properties: { id: { type: 'string' } }, required: ['id'] }],
]);
