// Defines the endpoints of receipts.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { cashoutPath } from '../cashout/schemas.ts';
import { receipt } from './answers.ts';
import { receiptPath, receiptQuery } from './schemas.ts';

export const getReceipt = {
  route: 'GET /v3/cashouts/{id}/receipt',
  auth: 'token',
  path: cashoutPath,
  query: receiptQuery,
  stranger: 'transaction_not_found',
  refusals: ['transaction_in_wrong_status'],
  answer: as<typeof receipt>,
} as const satisfies Endpoint;

export const showReceipt = {
  route: 'GET /receipts/{code}',
  auth: 'nothing',
  path: receiptPath,
  query: receiptQuery,
  refusals: ['receipt_not_found'],
  answer: as<typeof receipt>,
} as const satisfies Endpoint;

const texts = ['text/html', 'application/jose'];

export const told = () =>
  tell(
    'Cashouts',
    { getReceipt, showReceipt },
    {
      getReceipt: {
        summary: 'Shows the receipt of a paid cashout',
        details:
          'For a SUCCESS or REFUNDED cashout. With Accept: text/html it is a page to print, with application/jose the signature alone (a JWS that the keys in /.well-known/jwks.json verify, without asking us). Give address to the payee: it needs no token.',
        texts,
        answer: receipt,
        parameters: {
          id: ['Id of the transaction.', 8_125_094_371_265],
          lang: ['Language of the page: pt or en. Otherwise Accept-Language decides.', 'en'],
        },
      },
      showReceipt: {
        summary: 'Shows a receipt to whoever has its address',
        details:
          'The same as getReceipt, read anew: so it also says whether the money has come back. A browser gets a page. An address that is no receipt’s is a 404.',
        texts,
        pages: [404],
        answer: receipt,
        parameters: {
          code: ['The end of a receipt’s address.', 'AAdjz2k4gSHhpHvL0r2WmVxkq4m0Nw8'],
          lang: ['Language of the page: pt or en. Otherwise Accept-Language decides.', 'en'],
        },
      },
    },
  );
