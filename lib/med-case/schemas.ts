// Defines the contract's requests about MED cases.

import * as z from 'zod';
import { hasPlainLines, instant, isNotEmpty, medPageLimit, text } from '../base/field-schemas.ts';
import { parseInstant } from '../base/time.ts';

const day = text.refine(
  (value) => /^\d{4}-\d\d-\d\d$/.test(value) && parseInstant(value) !== undefined,
  'must be a date, YYYY-MM-DD',
);
const filterValue = text.max(64, 'must be at most 64 characters').optional();

/** Query of GET /v3/meds/ (spec). Days are in São Paulo. A value that no case has gives an empty list. */
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
    const { filter_start_date: start, filter_end_date: end } = query;
    if (start && end && end < start) fault('filter_end_date', 'must not be before filter_start_date');
  });

export const medCasePath = z.object({ id: text.max(64, 'must be at most 64 characters') });

/** Maximum number of characters of a defence. No PSP publishes one; a text of a report has the same (docs/psp.md). */
export const defenceMax = 2_000;

/**
 * Accepts a text of several lines, without other control characters or invisible ones. Surrounding blanks are removed,
 * and each line break becomes one character.
 */
const defenceText = text
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => value.length <= defenceMax, `must be at most ${defenceMax} characters`)
  .refine(hasPlainLines, 'must not have control characters except line breaks')
  .refine(isNotEmpty, 'must not be empty');

export const defenceFields = {
  position: z.enum(['contest', 'accept'], { error: 'must be contest or accept' }),
  text: defenceText,
};

/** Body of POST /v3/meds/{id}/defence. */
export const defenceBody = z.object(defenceFields);
