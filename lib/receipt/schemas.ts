// What calls about receipts may say besides the id of a cashout.

import * as z from 'zod';
import { languages } from './words.ts';

/** Other parameters are left alone: messengers put their own behind addresses. */
export const receiptQuery = z.object({ lang: z.enum(languages, 'must be pt or en').optional() });
/** Any text: an address that is no receipt's is a 404. */
export const receiptPath = z.object({ code: z.string() });
