// The rules of an account as the API answers them, as a schema.

import * as z from 'zod';
import { money, orNull, text, worked } from '../base/pieces.ts';

const limit = z
  .object({ amount: orNull(money), next: orNull(z.object({ amount: orNull(money), from: text })) })
  .meta({ id: 'Limit' });

export const rules = z
  .object({
    worked,
    expire_new_after_hours: orNull(z.int().min(1)),
    own_approval_up_to: orNull(money),
    approvals: z.array(z.object({ from: money, needed: z.int().min(2) })),
    limits: z.object({ per_transfer: limit, per_day: limit, per_night: limit, new_payee: limit }),
    payees: z.enum(['listed', 'any']),
    low_balance: orNull(money),
    duplicates: orNull(
      z.object({ within_hours: z.int().min(1), action: z.enum(['tell', 'hold', 'refuse']) }),
    ),
  })
  .meta({ id: 'Rules' });
