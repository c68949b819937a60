// The contract's requests, with its own field names. What passes here has a shape; whether it may be done is
// the operations' business. Fields the contract does not name are ignored and never stored.

import * as z from 'zod';
import { JsonNumber } from './json.ts';
import { type Cents, parseAmount } from './money.ts';
import { isUuid4 } from './pix-key.ts';
import { isTaxId } from './tax-id.ts';
import { parseInstant } from './time.ts';

const needed = (kind: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : `must be ${kind}`),
});

/** Half a surrogate pair is JSON but not text: it could not be stored or sent on. */
export const text = z
  .string(needed('a string'))
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');

export const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'must be a list');

/** An object inside a body. A number as it was written is an instance of a class, and would pass for one. */
export const nested = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (value) => (value instanceof JsonNumber ? value.text : value),
    z.object(shape, { error: 'must be an object' }),
  );

export const integer = z.unknown().transform((value, context): number => {
  const digits = value instanceof JsonNumber ? value.text : '';
  if (/^[1-9]\d*$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  context.addIssue({
    code: 'custom',
    message: value === undefined ? 'is required' : 'must be a positive integer',
  });
  return z.NEVER;
});

export const amount = z.unknown().transform((value, context): Cents => {
  const digits = value instanceof JsonNumber ? value.text : value;
  const amountCents = typeof digits === 'string' ? parseAmount(digits) : undefined;
  if (amountCents !== undefined) return amountCents;
  context.addIssue({
    code: 'custom',
    message:
      value === undefined
        ? 'is required'
        : 'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99',
  });
  return z.NEVER;
});

export const branch = text.regex(/^\d{4}$/, 'must be 4 digits');
export const accountNumber = text.regex(/^\d{1,20}$/, 'must be 1 to 20 digits');

export const idempotencyKey = text
  .refine(isUuid4, 'must be a UUID version 4')
  .transform((key) => key.toLowerCase());

const cashoutBody = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  amount,
  // The answers write null for what is not there, so a request may too: of everything that may be left out.
  tag: text.refine((tag) => Buffer.byteLength(tag) <= 1_000, 'must be at most 1000 bytes').nullish(),
});

/** Spec: POST /create-cashout and /create-cashout-self-approve. The key is judged by the operation: it is a 400. */
export const createCashoutBody = cashoutBody.extend({ key: text });

/** POST /create-copy-and-paste-transfer (decision 16). The code is judged by the operation: it is a 400. */
export const createFromCodeBody = cashoutBody.extend({
  amount: amount.nullish(),
  copy_and_paste: text.transform((code) => code.trim()),
});

const bankDigit = text.regex(/^[0-9Xx]$/, 'must be one digit');

/** Spec: Manual recipient details, with the fields of every create call. */
export const createCashoutManualBody = cashoutBody.extend({
  recipient_account_branch: text.regex(/^\d{1,4}$/, 'must be 1 to 4 digits'),
  recipient_account_branch_digit: z
    .union([z.literal(''), bankDigit], 'must be one digit or empty')
    .nullish()
    .transform((digit) => digit ?? ''),
  recipient_account_number: accountNumber,
  recipient_account_number_digit: bankDigit,
  recipient_account_type: z.enum(['CURRENT_ACCOUNT', 'PAYMENT_ACCOUNT', 'SAVING_ACCOUNT'], {
    error: 'must be CURRENT_ACCOUNT, PAYMENT_ACCOUNT or SAVING_ACCOUNT',
  }),
  recipient_account_model: z.literal('Movement', { error: 'must be Movement' }),
  recipient_name: text
    .refine((name) => name.trim().length >= 2, 'must be at least 2 characters')
    .max(150, 'must be at most 150 characters')
    .regex(/^\P{Cc}*$/u, 'must not have control characters'),
  recipient_legal_id: text.refine((id) => isTaxId(id, false), 'must be a CPF or CNPJ, digits only'),
  recipient_instution: text.regex(/^\d{8}$/, 'must be 8 digits'),
});

const legalIdWithLetters = text.refine(
  (id) => isTaxId(id, true),
  'must be a CPF or CNPJ, without punctuation',
);

/** Such a body where the stage takes CNPJs with letters. */
export const withLetters = <Shape extends typeof createCashoutManualBody.shape>(body: z.ZodObject<Shape>) =>
  body.extend({ recipient_legal_id: legalIdWithLetters });

/** Spec: POST /approve-cashout. */
export const approveCashoutBody = z.object({ id: integer });

/** POST /create-manual-transfer (decision 17). A wrong or missing code is a 401, so any value has the shape. */
export const createManualTransferBody = createCashoutManualBody.extend({ mfa_code: z.unknown().optional() });

export const pathInteger = text
  .regex(/^[1-9]\d{0,15}$/, 'must be a positive integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be a positive integer');

export const cashoutPath = z.object({ id: pathInteger });

/** GET /v3/cashouts: the account comes with the key, since a key is unique per account. */
export const findCashoutQuery = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  idempotency_key: idempotencyKey,
});

export const accountPath = z.object({ branch, number: accountNumber });

/** Rows a page, of every list that has pages; 50 if it is not given. */
export const pageLimit = upTo(100);
/** Spec: Statement page size. The contract names no limit for MED cases. */
export const medPageLimit = upTo(200);

function upTo(most: number) {
  const isInside = (limit: string) => /^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= most;
  return text.refine(isInside, `must be an integer from 1 to ${most}`).transform(Number).default(50);
}

export const instant = (edge: 'first' | 'last') =>
  text.transform((value, context): string => {
    const at = parseInstant(value, edge);
    if (at) return at;
    context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' });
    return z.NEVER;
  });

/**
 * Spec: GET /v3/account-statements, query parameters. An entry's id is enough for a cursor; with its datetime there is
 * nothing to look up.
 */
export const statementQuery = z
  .object({
    start: instant('first'),
    end: instant('last'),
    limit: pageLimit,
    cursor_id: pathInteger.optional(),
    cursor_datetime: instant('first').optional(),
    cursor_direction: z.enum(['next', 'previous'], { error: 'must be next or previous' }).optional(),
  })
  .superRefine((query, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (query.end < query.start) fault('end', 'must not be before start');
    const hasId = query.cursor_id !== undefined;
    const hasTime = query.cursor_datetime !== undefined;
    if (hasTime && !hasId) fault('cursor_id', 'is required with cursor_datetime');
    if (query.cursor_direction === 'previous' && !hasId && !hasTime)
      fault('cursor_id', 'is required with cursor_direction previous');
  })
  .transform(({ cursor_id: id, cursor_datetime: at, cursor_direction: direction = 'next', ...range }) => ({
    ...range,
    direction,
    ...(id === undefined ? {} : { cursor: { id, ...(at ? { at } : {}) } }),
  }));
