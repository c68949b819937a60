// Defines the requests about recoveries of payouts.

import * as z from 'zod';
import { hasPlainLines, integer, isNotEmpty, text } from '../base/field-schemas.ts';
import { situations } from '../base/situations.ts';

/** Maximum number of characters of the details. It is ours: Woovi's document names none. */
export const detailsMost = 2_000;

export const details = text
  .max(detailsMost, `must be at most ${detailsMost} characters`)
  .transform((value) => value.replaceAll('\r\n', '\n').trim())
  .refine(hasPlainLines, 'must not have control characters, except line breaks')
  .refine(isNotEmpty, 'must not be empty');

export const situation = z.enum(situations, { error: `must be one of ${situations.join(', ')}` });

/** The body contains the id, so that its signature is only valid for this payment. */
export const requestRecoveryBody = z.object({ id: integer, situation, details });
/** `recovery`: without it, the signed body of an approval would be a valid cancellation. */
export const cancelRecoveryBody = z.object({
  id: integer,
  recovery: z.literal('cancel', { error: 'must be cancel' }),
});
