// The statement as the API answers it, as a schema.

import * as z from 'zod';
import { all, id, localTime, money, orNull, pageOf, party, text, time } from '../base/pieces.ts';
import type { EntryType } from './entry.ts';

export const entryType = all<EntryType>()(
  'PIX_CASHIN',
  'PIX_CASHOUT',
  'PIX_CASHIN_TAX',
  'PIX_CASHOUT_TAX',
  'PIX_CASHOUT_TAX_MED',
  'PIX_CHARGEBACK',
  'PIX_CHARGEBACK_REFUND',
  'PIX_CASHOUT_REFUND',
  'PIX_CREDIT_IN_ACCOUNT',
).meta({ id: 'EntryType' });

const entry = z
  .object({
    credit_or_debit: z.enum(['CREDIT', 'DEBIT']),
    transaction_type: entryType,
    amount: money,
    date_time: localTime,
    date_time_utc: time,
    identification: orNull(text),
    code_transaction: orNull(text),
    code: id,
    qr_code_id: orNull(id),
    transaction_id: orNull(id),
    tag_id: orNull(text),
    balance: money,
    counterparty: orNull(z.object(party).meta({ id: 'Counterparty' })),
  })
  .meta({ id: 'StatementItem' });

export const statement = pageOf(entry).meta({ id: 'StatementPage' });
