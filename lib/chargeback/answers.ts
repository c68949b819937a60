// A chargeback as the API answers it, as a schema.

import * as z from 'zod';
import { id, money, text, worked } from '../base/pieces.ts';

export const chargeback = z
  .object({
    worked,
    id,
    end_to_end_id: text,
    amount: money,
    status: z.enum(['PENDING', 'SUCCESS', 'REJECTED']),
    fee: money,
  })
  .meta({ id: 'Chargeback' });
