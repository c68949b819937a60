// Parameters of the calls about receipts.

import * as z from 'zod';
import { languages } from './words.ts';

/** Other parameters are ignored, because messengers append their own to links. */
export const receiptQuery = z.object({ lang: z.enum(languages, 'must be pt or en').optional() });
/** Any text, because an address that belongs to no receipt is a 404. */
export const receiptPath = z.object({ code: z.string() });
