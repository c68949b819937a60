// Defines the contract's requests about chargebacks.

import * as z from 'zod';
import { integer, pathInteger, text } from '../base/field-schemas.ts';
import { JsonNumber } from '../base/json.ts';
import { type Cents, parseAmount, withoutExponent } from '../base/money.ts';

/**
 * The amount of a chargeback has exactly two decimals. A JSON number may have fewer, because most clients cannot write
 * trailing zeros, but never more.
 */
const chargebackAmount = z.unknown().transform((value, context): Cents => {
  const number = value instanceof JsonNumber ? withoutExponent(value.text) : undefined;
  const written = typeof value === 'string' && /\.\d{2}$/.test(value) ? value : undefined;
  const amountCents = parseAmount(number ?? written ?? '');
  if (amountCents !== undefined) return amountCents;
  context.addIssue({
    code: 'custom',
    message: value === undefined ? 'is required' : 'must be greater than 0, with exactly 2 decimal places',
  });
  return z.NEVER;
});

/** Body of POST /v2/finance/chargebacks-pix-copy-and-paste/. */
export const chargebackBody = z.object({
  qr_code_id: integer,
  information: text
    .refine((words) => words.trim() !== '', 'must not be empty')
    .max(500, 'must be at most 500 characters'),
  amount: chargebackAmount,
});

/** Query of GET .../status. The endpoint itself refuses a wrong number of identifiers before it checks their format. */
export const chargebackStatusQuery = z.object({
  id: pathInteger.optional(),
  end_to_end_id: text.regex(/^[A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters and digits').optional(),
});
