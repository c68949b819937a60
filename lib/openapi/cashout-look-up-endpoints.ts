// The endpoints that show cashouts.

import { listCashoutsQuery } from '../cashout/list-schemas.ts';
import { cashoutPath } from '../cashout/schemas.ts';
import { receiptPath, receiptQuery } from '../receipt/schemas.ts';
import * as answers from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { receipt } from './receipt-answers.ts';
import { timeline } from './timeline-answers.ts';

export const cashoutLookUpEndpoints: readonly Endpoint[] = [
  {
    route: 'GET /v3/cashouts/{id}',
    name: 'getCashout',
    tag: 'Cashouts',
    summary: 'Shows a cashout',
    details:
      'Shows the current status, and the recipient once the transfer has succeeded. PROCESSING is not final: call again later, or register a webhook.',
    auth: 'token',
    path: cashoutPath,
    answer: answers.cashout,
    refusals: ['transaction_not_found'],
  },
  {
    route: 'GET /v3/cashouts/{id}/timeline',
    name: 'getTimeline',
    tag: 'Cashouts',
    summary: 'Shows what has happened to a cashout, step by step',
    details:
      'Who created, approved or rejected it, what the PIX network was asked and answered, how it ended, and the deliveries of its events to the account’s webhooks. For people: the texts may change; use the look-up and the events in programs.',
    auth: 'token',
    path: cashoutPath,
    answer: timeline,
    refusals: ['transaction_not_found'],
  },
  {
    route: 'GET /v3/cashouts/{id}/receipt',
    name: 'getReceipt',
    tag: 'Cashouts',
    summary: 'Shows the receipt of a paid cashout',
    details:
      'For a SUCCESS or REFUNDED cashout. With Accept: text/html it is a page to print, with application/jose the signature alone (a JWS that the keys in /.well-known/jwks.json verify, without asking us). Give address to the payee: it needs no token.',
    auth: 'token',
    path: cashoutPath,
    query: receiptQuery,
    answer: receipt,
    texts: ['text/html', 'application/jose'],
    refusals: ['transaction_not_found', 'transaction_in_wrong_status'],
  },
  {
    route: 'GET /receipts/{code}',
    name: 'showReceipt',
    tag: 'Cashouts',
    summary: 'Shows a receipt to whoever has its address',
    details:
      'The same as getReceipt, read anew: so it also says whether the money has come back. A browser gets a page. An address that is no receipt’s is a 404.',
    auth: 'nothing',
    path: receiptPath,
    query: receiptQuery,
    answer: receipt,
    texts: ['text/html', 'application/jose'],
    refusals: ['receipt_not_found'],
    pages: [404],
  },
  {
    route: 'GET /v3/cashouts',
    name: 'listCashouts',
    tag: 'Cashouts',
    summary: 'Lists cashouts, or finds one by your idempotency key',
    details: `Newest first, of one account or of all accounts that you may see (up to fifty), and only those that fit every parameter. For
other pages, call the URLs in next and previous unchanged: where few cashouts fit, a page may be short or even empty
and still have a next one. A cashout appears here a moment after its creation.

With idempotency_key and an account, the answer is that one cashout: for a client that crashed before it read the answer
of its create call. A key is unique per account.`,
    auth: 'token',
    query: listCashoutsQuery,
    answer: answers.foundCashouts,
    refusals: ['account_not_found', 'transaction_not_found'],
  },
];
