// Defines the schemas of single request fields, with their error messages. The schemas of whole bodies and queries are
// in the folder of their subject, such as lib/cashout/schemas.ts.

import * as z from 'zod';
import { JsonNumber } from './json.ts';
import { type Cents, parseAmount, withoutExponent } from './money.ts';
import { parseInstant } from './time.ts';
import { isUuid4 } from './uuid.ts';

const needed = (kind: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : `must be ${kind}`),
});

/** Refuses half a surrogate pair. JSON allows half a pair, but it cannot be stored or sent to the network. */
export const text = z
  .string(needed('a string'))
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');

/**
 * Lists invisible characters, and characters that reverse the direction of text, for a character class of a regular
 * expression. The two joiners are not in the list, because some scripts need them.
 */
export const hidden =
  '\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb';
export const plain = new RegExp(`^[^\\p{Cc}${hidden}]*$`, 'u');
/** Returns whether each line of a text is plain. */
export const hasPlainLines = (value: string): boolean => value.split('\n').every((line) => plain.test(line));
/** Returns whether a text has a visible character. */
export const isNotEmpty = (value: string): boolean => /[^\s\u200c-\u200d]/.test(value);

/** Accepts text on one line without invisible characters. */
export const line = (max: number) =>
  text.max(max, `must be at most ${max} characters`).regex(plain, 'must not have control characters');

/** Accepts text on one line with at least one visible character. Surrounding blanks are removed. */
export const words = (max: number) =>
  line(max)
    .transform((value) => value.trim())
    .refine(isNotEmpty, 'must not be empty');

export const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'must be a list');

/**
 * Accepts an object inside a body. A JsonNumber is unwrapped first; otherwise it would be accepted as an object,
 * because it is a class instance.
 * @param isStrict whether unknown fields are refused
 */
export const nested = <Shape extends z.ZodRawShape>(shape: Shape, isStrict = false) =>
  z.preprocess(
    (value) => (value instanceof JsonNumber ? value.text : value),
    (isStrict ? z.strictObject : z.object)(shape, {
      error: ({ code }) => (code === 'unrecognized_keys' ? 'has an unknown field' : 'must be an object'),
    }),
  );

/** Accepts a positive JSON number without a fraction. Text is refused. */
export const integer = z.unknown().transform((value, context): number => {
  const digits = value instanceof JsonNumber ? value.text : '';
  if (/^[1-9]\d*$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  context.addIssue({
    code: 'custom',
    message: value === undefined ? 'is required' : 'must be a positive integer',
  });
  return z.NEVER;
});

const notAnAmount =
  'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99';

/**
 * Converts a JSON number or decimal text to cents. Of a number only the value counts, because programs write it in
 * several ways (1e7). A text must be written as decimal.
 */
export const amount = z.unknown().transform((value, context): Cents => {
  const digits = value instanceof JsonNumber ? withoutExponent(value.text) : value;
  const amountCents = typeof digits === 'string' ? parseAmount(digits) : undefined;
  if (amountCents !== undefined) return amountCents;
  context.addIssue({
    code: 'custom',
    message: value === undefined ? 'is required' : notAnAmount,
  });
  return z.NEVER;
});

/** Converts an amount in a query to cents. */
export const amountText = text.transform((value, context): Cents => {
  const amountCents = parseAmount(value);
  if (amountCents !== undefined) return amountCents;
  context.addIssue({ code: 'custom', message: notAnAmount });
  return z.NEVER;
});

export const branch = text.regex(/^\d{4}$/, 'must be 4 digits');
export const accountNumber = text.regex(/^\d{1,20}$/, 'must be 1 to 20 digits');

/** Accepts the branch and number of an account in a path. */
export const accountPath = z.object({ branch, number: accountNumber });

/** Accepts a UUID version 4 and keeps the caller's upper and lower case. */
export const idempotencyKey = text.refine(isUuid4, 'must be a UUID version 4');

export const pathInteger = text
  .regex(/^[1-9]\d{0,15}$/, 'must be a positive integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be a positive integer');

/**
 * Number of rows on a page of the statement, the deliveries or the events: 50 by default (spec: Statement page size).
 */
export const pageLimit = upTo(100);
/** Number of rows on a page of MED cases: 50 by default. The contract names no maximum. */
export const medPageLimit = upTo(200);

function upTo(most: number) {
  const isInside = (limit: string) => /^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= most;
  return text.refine(isInside, `must be an integer from 1 to ${most}`).transform(Number).default(50);
}

const dayOrInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d))?$/;

/**
 * Accepts a day (YYYY-MM-DD) unchanged, and converts an RFC 3339 instant with an offset to UTC text. An empty text counts
 * as absent.
 */
export const startTime = text.transform((value, context): string | null => {
  if (value === '') return null;
  const at = dayOrInstant.test(value) ? parseInstant(value) : undefined;
  if (at) return value.length > 10 ? at : value;
  context.addIssue({
    code: 'custom',
    message: 'must be a date (YYYY-MM-DD), or a date and time with an offset (RFC 3339)',
  });
  return z.NEVER;
});

/**
 * Converts an ISO 8601 time to UTC text.
 * @param edge which instant a day without a time becomes: its first or its last (see parseInstant)
 */
export const instant = (edge: 'first' | 'last') =>
  text.transform((value, context): string => {
    const at = parseInstant(value, edge);
    if (at) return at;
    context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' });
    return z.NEVER;
  });
