// Defines the schema of a receipt in JSON.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { money, orNull, party, text, time, worked } from '../base/pieces.ts';

const payer = named('ReceiptPayer', z.object(party), {
  name: ['Name of the account’s holder.', 'Padaria Três Irmãos'],
  legal_id: ['CNPJ, or masked CPF.', '11222333000181'],
  ispb: ['ISPB of the institution.', '99999010'],
  institution: ['Name of the institution.', 'PIX Cashout'],
});
const payee = named('ReceiptPayee', z.object({ ...party, named_by: z.enum(['institution', 'payer']) }), {
  name: ['Name of the payee; null: the network does not tell it.', 'Fulana de Tal'],
  legal_id: ['CNPJ, or masked CPF; null: the network does not tell it.', '***.456.789-**'],
  ispb: ['ISPB of the institution.', '60701190'],
  institution: ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
  named_by: [
    'Who has given name and document: an institution, or the payer with the bank details, and then no institution has compared the name.',
    'institution',
  ],
});
const returned = named('ReceiptReturn', z.object({ at: time, amount: money }), {
  at: ['When it came back (UTC).', instant],
  amount: ['In reais.', 12.5],
});

export const receipt = named(
  'Receipt',
  z.object({
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
  }),
  {
    genuine: ['Always true: it was read from our records for this answer.', true],
    code: ['The end of its address, which cannot be guessed.', 'AAdjz2k4gSHhpHvL0r2WmVxkq4m0Nw8'],
    address: [
      'Where everybody who has this address sees the receipt, without a token.',
      'https://api.example.com/receipts/AAdjz2k4gSHhpHvL0r2WmVxkq4m0Nw8',
    ],
    test: ['Whether the sandbox has paid: no money has moved.', false],
    status: ['REFUNDED: the whole amount has come back.', 'SUCCESS'],
    method: ['How it was paid.', 'PIX'],
    currency: ['The currency of the amounts.', 'BRL'],
    amount: ['In reais.', 123.45],
    returned: ['How much of it has come back so far, in reais.', 0],
    end_to_end_id: ['PIX’s own id of the payment.', 'E9999901020261121150400000000001'],
    code_transaction: ['Human-readable code of the transaction.', 'PX-0002-VONG-0KR5'],
    txid: ['The payee’s reference, from the QR code that was paid; null: there was none.', 'PEDIDO42'],
    approved_at: ['When it was approved (UTC).', instant],
    paid_at: ['When it was settled (UTC).', instant],
    refunded_at: ['When the last of it came back (UTC); null: it has not come back in full.', null],
    message: ['The payer’s message to the payee. Only where there is one.', 'Parcela 3 de 10'],
    payee: ['Who was paid.'],
    jws: [
      'The signature of this receipt: a JWS in compact form with the type receipt+jwt and the audience pix-receipt. Its claim receipt has the fields from address to payee.',
      'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
    ],
  },
);
