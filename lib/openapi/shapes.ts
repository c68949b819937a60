// Defines the JSON Schema of values that zod cannot express, because our own functions read them.

import * as z from 'zod';
import {
  amount,
  idempotencyKey,
  integer,
  medPageLimit,
  pageLimit,
  pathInteger,
  plain,
  startTime,
} from '../base/field-schemas.ts';
import {
  createCashoutBody,
  createCashoutManualBody,
  createManualTransferBody,
  rejectCashoutBody,
} from '../cashout/schemas.ts';
import { chargebackBody, chargebackStatusQuery } from '../chargeback/schemas.ts';
import { devolucao, devolucoes, pix, sent, valor } from '../network/schemas.ts';
import { bankFields, preflightShape } from '../preflight/schemas.ts';
import { amountOrZero, payeeFields } from '../rules/schemas.ts';
import { createTenantBody, rehearsedLimits, transactionDepth } from '../sandbox/schemas.ts';
import { listEventsQuery, webhookPath, webhookType } from '../webhook/schemas.ts';
import * as patterns from './patterns.ts';

const positive = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** An amount: a number, or a string, which avoids rounding. */
const reais = (pattern: string, minimum = 0.01) => ({
  oneOf: [
    { type: 'string', pattern },
    { type: 'number', minimum, maximum: 9_999_999_999.99, multipleOf: 0.01 },
  ],
});
/** A CPF or CNPJ. A pattern cannot check the check digits. */
const taxId = { type: 'string', pattern: patterns.taxId };
const { tag, recipient_legal_id: ownerLegalId } = createCashoutBody.shape;
const networkReturn = { $ref: '#/components/schemas/NetworkReturn' };

/** These schemas get a name in the document, so that clients have one type for each of them. */
for (const [schema, id] of [
  [amount, 'Amount'],
  [amountOrZero, 'AmountOrZero'],
  [chargebackBody.shape.amount, 'ExactAmount'],
  [devolucao, 'NetworkReturn'],
  [pix, 'NetworkPayment'],
  [rehearsedLimits, 'SandboxLimits'],
  [sent, 'NetworkSent'],
  [webhookType, 'WebhookType'],
] as const)
  z.globalRegistry.add(schema, { id });

const body = (name: string, ...left: string[]) => ({
  $ref: `#/components/schemas/${name}`,
  properties: nothing(left),
});
const nothing = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { const: null }]));
/**
 * The body of exactly one of the create calls. It is written as conditions, because generators make a class of each
 * `oneOf`.
 */
const bodyOfOneCreate = {
  if: { properties: nothing(bankFields) },
  // biome-ignore lint/suspicious/noThenProperty: of JSON Schema
  then: {
    if: { properties: nothing(['key']) },
    // biome-ignore lint/suspicious/noThenProperty: of JSON Schema
    then: body('CopyAndPasteTransfer', 'recipient_legal_id'),
    else: body('CreateCashout', 'copy_and_paste'),
  },
  else: body('CreateCashoutManual', 'key', 'copy_and_paste'),
};

/** Patterns that a reader of the document may not support, each with the pattern that replaces it. */
export const portablePatterns = new Map([[plain.source, patterns.lineOrNothing]]);

/** Shapes, by the schema that validates the value. */
export const shapes = new Map<unknown, object>([
  [amount, reais(patterns.amount)],
  [chargebackBody.shape.amount, reais(patterns.amountWithCents)],
  [chargebackBody.shape.information, { minLength: 1, pattern: patterns.words }],
  [rejectCashoutBody.shape.reason, { minLength: 1, maxLength: 200, pattern: patterns.line }],
  [createCashoutManualBody.shape.recipient_name, { minLength: 2, pattern: patterns.name }],
  [createCashoutManualBody.shape.recipient_legal_id, taxId],
  [
    createCashoutManualBody.shape.recipient_account_branch_digit,
    { anyOf: undefined, type: ['string', 'null'], pattern: '^[0-9Xx]?$' },
  ],
  [startTime, { pattern: patterns.startTime }],
  // The value may have at most 1000 bytes. A pattern cannot count bytes, so the document gives a number of characters.
  [tag.unwrap().unwrap(), { maxLength: 1_000 }],
  [ownerLegalId.unwrap().unwrap(), { pattern: patterns.taxIdOrNothing }],
  [preflightShape, bodyOfOneCreate],
  [integer, positive],
  [pathInteger, positive],
  [webhookPath.shape.webhook_id, positive],
  [chargebackStatusQuery.shape.id, positive],
  [medPageLimit, { type: 'integer', minimum: 1, maximum: 200, default: 50 }],
  [pageLimit, { type: 'integer', minimum: 1, maximum: 100, default: 50 }],
  [listEventsQuery.shape.after, { ...positive, minimum: 0, default: 0 }],
  // The format is left out, because with a format the Python generator writes values that are not strings into the
  // header unchanged.
  [idempotencyKey, { type: 'string', pattern: patterns.uuid4 }],
  [createManualTransferBody.shape.mfa_code, { type: 'string', pattern: '^[0-9]{6}$' }],
  [transactionDepth, { type: 'integer', minimum: 0, maximum: 1_000 }],
  [createTenantBody.shape.accounts, { type: 'integer', minimum: 1, maximum: 20, default: 1 }],
  [createTenantBody.shape.balance, { oneOf: [...reais(patterns.amountOrZero, 0).oneOf, { type: 'null' }] }],
  // The notice is accepted with any content of this field.
  [sent.shape.gnExtras, { type: undefined, properties: undefined }],
  [amountOrZero, { anyOf: undefined, ...reais(patterns.amountOrZero, 0) }],
  [payeeFields.legal_id.unwrap(), { pattern: patterns.taxIdWithLetters }],
  [createTenantBody.shape.legal_id, taxId],
  [valor, { type: 'string', minLength: 4, maxLength: 13, pattern: patterns.networkAmount }],
  [
    devolucoes,
    {
      type: undefined,
      items: undefined,
      maxItems: undefined,
      default: undefined,
      oneOf: [{ type: 'array', items: networkReturn, maxItems: 100 }, networkReturn, { type: 'null' }],
    },
  ],
]);

/** Schemas of the document that have no zod schema. */
export const ownSchemas = {
  Instant: { type: 'string', pattern: patterns.instant },
  Day: { type: 'string', format: 'date', pattern: patterns.day },
} as const;
const instant = { type: undefined, $ref: '#/components/schemas/Instant' };
const day = { type: undefined, $ref: '#/components/schemas/Day' };

/**
 * Settings of a stage that change the document. `allowLoopback`: receivers may be on the same machine. `cnpjLetters`:
 * legal ids may be CNPJs with letters.
 */
export type StageShapes = { allowLoopback?: boolean; cnpjLetters?: boolean };

/** Returns shapes by the name of a parameter, or by the names of a schema and its property. */
export function shapesByName({ allowLoopback, cnpjLetters }: StageShapes): Readonly<Record<string, object>> {
  const pattern = allowLoopback ? patterns.receiverUrlOrLoopback : patterns.receiverUrl;
  const recipientId = { pattern: cnpjLetters ? patterns.taxIdWithLetters : patterns.taxId };
  const url = { format: 'uri', maxLength: 2_048, pattern };
  return {
    start: instant,
    end: instant,
    cursor_datetime: instant,
    dt: instant,
    from: instant,
    to: instant,
    recipient_legal_id: { pattern: patterns.taxIdWithLetters },
    min_amount: { pattern: patterns.amount },
    max_amount: { pattern: patterns.amount },
    filter_start_date: day,
    filter_end_date: day,
    'CreateCashoutManual.recipient_legal_id': recipientId,
    'ManualTransfer.recipient_legal_id': recipientId,
    'CreateWebhook.url': url,
    'UpdateWebhook.url': url,
  };
}
