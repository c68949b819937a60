// A receipt as the API answers it in JSON, as a schema.

import * as z from 'zod';
import { money, orNull, party, text, time, worked } from '../base/pieces.ts';

const payer = z.object(party).meta({ id: 'ReceiptPayer' });
const payee = z.object({ ...party, named_by: z.enum(['institution', 'payer']) }).meta({ id: 'ReceiptPayee' });
const returned = z.object({ at: time, amount: money }).meta({ id: 'ReceiptReturn' });

export const receipt = z
  .object({
    worked,
    genuine: z.literal(true),
    code: text,
    address: text,
    test: z.boolean(),
    status: z.enum(['SUCCESS', 'REFUNDED']),
    method: z.literal('PIX'),
    currency: z.literal('BRL'),
    amount: money,
    returned: money,
    returns: z.array(returned),
    end_to_end_id: orNull(text),
    code_transaction: orNull(text),
    txid: orNull(text),
    approved_at: orNull(time),
    paid_at: orNull(time),
    refunded_at: orNull(time),
    message: orNull(text).optional(),
    payer,
    payee,
    jws: text,
  })
  .meta({ id: 'Receipt' });
