// Defines the schema of the statement in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
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

const entry = named(
  'StatementItem',
  z.object({
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
    counterparty: orNull(
      named('Counterparty', z.object(party), {
        name: ['null: the network does not tell it.', 'Fulana de Tal'],
        legal_id: ['CNPJ, or masked CPF; null: the network does not tell it.', '***.456.789-**'],
        ispb: ['ISPB of the institution.', '60701190'],
        institution: ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
      }),
    ),
  }),
  {
    amount: ['In reais.', 123.45],
    date_time: ['Time of the entry in São Paulo, without a zone.', '2026-11-21T12:04:05.123'],
    date_time_utc: ['Time of the entry in UTC.', instant],
    identification: ['End-to-end id of the payment or of its return.', 'E9999901020261121120000000000001'],
    code_transaction: ['Code of the settled transfer.', null],
    code: ['Number of the entry in its account: 1, 2, 3 …, without gaps.', 17],
    tag_id: ['Tag of the transaction.', 'invoice 42'],
    balance: ['Balance after this entry, in reais.', 9876.55],
    counterparty: [
      'Who was paid, or who paid: as a receipt shows a party. null for fees, for credits without a payment, and where the network does not tell it.',
      {
        name: 'Fulana de Tal',
        legal_id: '***.456.789-**',
        ispb: '60701190',
        institution: 'ITAÚ UNIBANCO S.A.',
      },
    ],
  },
);

export const statement = pageOf(entry).meta({ id: 'StatementPage' });
