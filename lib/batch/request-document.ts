// Describes the body of a new batch for the OpenAPI document. The handler does not use this schema: it reads the bytes
// itself, so that it can report faults by line.

import * as z from 'zod';
import { idempotencyKey, integer } from '../base/field-schemas.ts';
import { named } from '../base/meanings.ts';
import { createCashoutBody, createCashoutManualBody } from '../cashout/schemas.ts';
import { keyTypes, lineIdText } from './schemas.ts';

/** A line: the fields of a create call by PIX key or by bank details, and the line's own fields. */
const line = () =>
  named(
    'BatchRequestLine',
    z
      .object({
        ...createCashoutManualBody.partial().shape,
        ...createCashoutBody.partial().shape,
        line_id: lineIdText,
        amount: createCashoutBody.shape.amount,
        idempotency_key: idempotencyKey.nullish(),
        key_type: z.enum(keyTypes).nullish(),
      })
      .omit({ source_account_branch_identifier: true, source_account_number: true, scheduled_for: true }),
    {
      line_id: ['Your id of the line: 1 to 20 characters, once in the batch.', 'ana-2026-11'],
      idempotency_key: [
        'A key of its own. Without it, the key is derived from that of the batch and line_id.',
        null,
      ],
      key_type: ['The type that the key must have.', 'CPF'],
    },
  );

export const batchRequest = () =>
  named(
    'BatchRequest',
    z.object({
      ...createCashoutBody.pick({
        source_account_branch_identifier: true,
        source_account_number: true,
        scheduled_for: true,
      }).shape,
      name: z.string().nullish(),
      total_lines: integer,
      total_amount: createCashoutBody.shape.amount,
      lines: z.array(line()),
    }),
    {
      name: ['A name for the batch, at most 60 characters.', 'November payroll'],
      total_lines: ['The number of lines.', 2],
      total_amount: ['The sum of the lines, in reais.', 3500],
      lines: ['The lines: each by PIX key or by bank details.'],
    },
  );
