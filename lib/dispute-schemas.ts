// The contract's requests about money that came in and is disputed: chargebacks and MED cases.

import * as z from 'zod';
import { JsonNumber } from './json.ts';
import { type Cents, parseAmount } from './money.ts';
import { instant, integer, medPageLimit, pathInteger, text } from './schemas.ts';
import { parseInstant } from './time.ts';

/**
 * A chargeback's amount has exactly two decimals. A JSON number may have fewer, since most clients cannot write
 * trailing zeros, and none may have more.
 */
const chargebackAmount = z.unknown().transform((value, context): Cents => {
  const number = value instanceof JsonNumber ? value.text : undefined;
  const written = typeof value === 'string' && /\.\d{2}$/.test(value) ? value : undefined;
  const amountCents = parseAmount(number ?? written ?? '');
  if (amountCents !== undefined) return amountCents;
  context.addIssue({
    code: 'custom',
    message: value === undefined ? 'is required' : 'must be greater than 0, with exactly 2 decimal places',
  });
  return z.NEVER;
});

/** Spec: POST /v2/finance/chargebacks-pix-copy-and-paste/. */
export const chargebackBody = z.object({
  qr_code_id: integer,
  information: text
    .refine((words) => words.trim() !== '', 'must not be empty')
    .max(500, 'must be at most 500 characters'),
  amount: chargebackAmount,
});

/** Spec: GET .../status. How many were given is the endpoint's own refusal, and comes before the shape of either. */
export const chargebackStatusQuery = z.object({
  id: pathInteger.optional(),
  end_to_end_id: text.regex(/^[A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters and digits').optional(),
});

const day = text.refine(
  (value) => /^\d{4}-\d\d-\d\d$/.test(value) && parseInstant(value) !== undefined,
  'must be a date, YYYY-MM-DD',
);
const filterValue = text.max(64, 'must be at most 64 characters').optional();

/** Spec: GET /v3/meds/. Days are São Paulo's; a value that no case has gives an empty list. */
export const listMedCasesQuery = z
  .object({
    filter_start_date: day.optional(),
    filter_end_date: day.optional(),
    status: filterValue,
    reason: filterValue,
    infraction_report_status: filterValue,
    limit: medPageLimit,
    id: text.max(64, 'must be at most 64 characters').optional(),
    dt: instant('first').optional(),
    direction: z.enum(['next', 'previous'], { error: 'must be next or previous' }).optional(),
  })
  .superRefine((query, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { filter_start_date: start, filter_end_date: end, id, dt, direction } = query;
    if (start && end && end < start) fault('filter_end_date', 'must not be before filter_start_date');
    if (dt !== undefined && id === undefined) fault('id', 'is required with dt');
    if (direction === 'previous' && id === undefined && dt === undefined)
      fault('id', 'is required with direction previous');
  });

export const medCasePath = z.object({ id: text.max(64, 'must be at most 64 characters') });
