// Defines the parameters of the calls about receipts.

import * as z from 'zod';
import { languages } from '../page/formats.ts';

/** Query of a receipt. Other parameters are ignored, because messengers append their own parameters to links. */
export const receiptQuery = z.object({ lang: z.enum(languages, 'must be pt or en').optional() });
/** Path of a receipt. Any text is accepted as code, because an address that belongs to no receipt is a 404. */
export const receiptPath = z.object({ code: z.string() });
