// Defines the requests about recoveries of payouts.

import * as z from 'zod';
import { hidden, integer, text } from '../base/field-schemas.ts';
import { situations } from '../base/situations.ts';

/** Maximum number of characters of the details. The directory of the Central Bank takes no more. */
export const detailsMost = 2_000;
/** Text on several lines, without other control characters and without invisible ones. */
const lines = new RegExp(`^(?:\\n|[^\\p{Cc}${hidden}])*$`, 'u');

export const details = text
  .max(detailsMost, `must be at most ${detailsMost} characters`)
  .transform((value) => value.replaceAll('\r\n', '\n').trim())
  .refine((value) => lines.test(value), 'must not have control characters, except line breaks')
  .refine((value) => /[^\s\u200c-\u200d]/.test(value), 'must not be empty');

export const situation = z.enum(situations, { error: `must be one of ${situations.join(', ')}` });

/** The body contains the id, so that its signature is only valid for this payment. */
export const requestRecoveryBody = z.object({ id: integer, situation, details });
/** `recovery`: without it, the signed body of an approval would be a valid cancellation. */
export const cancelRecoveryBody = z.object({
  id: integer,
  recovery: z.literal('cancel', { error: 'must be cancel' }),
});
