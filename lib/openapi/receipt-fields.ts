// The fields of a receipt; see fields.ts.

import { type Field, instant } from './fields.ts';

const code = 'AAdjz2k4gSHhpHvL0r2WmVxkq4m0Nw8';

export const receiptFields: Record<string, Field> = {
  'getReceipt.id': ['Id of the transaction.', 8_125_094_371_265],
  'getReceipt.lang': ['Language of the page: pt or en. Otherwise Accept-Language decides.', 'en'],
  'showReceipt.lang': ['Language of the page: pt or en. Otherwise Accept-Language decides.', 'en'],
  'showReceipt.code': ['The end of a receipt’s address.', code],
  genuine: ['Always true: it was read from our records for this answer.', true],
  'Receipt.code': ['The end of its address, which cannot be guessed.', code],
  address: [
    'Where everybody who has this address sees the receipt, without a token.',
    `https://api.example.com/receipts/${code}`,
  ],
  test: ['Whether the sandbox has paid: no money has moved.', false],
  'Receipt.status': ['REFUNDED: the whole amount has come back.', 'SUCCESS'],
  method: ['How it was paid.', 'PIX'],
  currency: ['The currency of the amounts.', 'BRL'],
  'Receipt.amount': ['In reais.', 123.45],
  returned: ['How much of it has come back so far, in reais.', 0],
  returns: ['What has come back, oldest first: the first ten, and the last ten.', undefined],
  'ReceiptReturn.at': ['When it came back (UTC).', instant],
  'ReceiptReturn.amount': ['In reais.', 12.5],
  'Receipt.end_to_end_id': ['PIX’s own id of the payment.', 'E9999901020261121150400000000001'],
  'Receipt.code_transaction': ['Human-readable code of the transaction.', 'PX-0002-VONG-0KR5'],
  'Receipt.txid': [
    'The payee’s reference, from the QR code that was paid; null: there was none.',
    'PEDIDO42',
  ],
  'Receipt.approved_at': ['When it was approved (UTC).', instant],
  paid_at: ['When it was settled (UTC).', instant],
  refunded_at: ['When the last of it came back (UTC); null: it has not come back in full.', null],
  payer: ['Who paid.', undefined],
  'Receipt.payee': ['Who was paid.', undefined],
  counterparty: [
    'Who was paid, or who paid: as a receipt shows a party. null for fees, for credits without a payment, and where the network does not tell it.',
    {
      name: 'Fulana de Tal',
      legal_id: '***.456.789-**',
      ispb: '60701190',
      institution: 'ITAÚ UNIBANCO S.A.',
    },
  ],
  'Counterparty.name': ['null: the network does not tell it.', 'Fulana de Tal'],
  'Counterparty.legal_id': ['CNPJ, or masked CPF; null: the network does not tell it.', '***.456.789-**'],
  'Counterparty.ispb': ['ISPB of the institution.', '60701190'],
  'Counterparty.institution': ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
  'Receipt.message': ['The payer’s message to the payee. Only where there is one.', 'Parcela 3 de 10'],
  'ReceiptPayer.name': ['Name of the account’s holder.', 'Padaria Três Irmãos'],
  'ReceiptPayer.legal_id': ['CNPJ, or masked CPF.', '11222333000181'],
  'ReceiptPayer.ispb': ['ISPB of the institution.', '99999010'],
  'ReceiptPayer.institution': ['Name of the institution.', 'PIX Cashout'],
  'ReceiptPayee.name': ['Name of the payee; null: the network does not tell it.', 'Fulana de Tal'],
  'ReceiptPayee.legal_id': ['CNPJ, or masked CPF; null: the network does not tell it.', '***.456.789-**'],
  'ReceiptPayee.ispb': ['ISPB of the institution.', '60701190'],
  'ReceiptPayee.institution': ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
  named_by: [
    'Who has given name and document: an institution, or the payer with the bank details, and then no institution has compared the name.',
    'institution',
  ],
  jws: [
    'The signature of this receipt: a JWS in compact form with the type receipt+jwt and the audience pix-receipt. Its claim receipt has the fields from address to payee.',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
  ],
};
