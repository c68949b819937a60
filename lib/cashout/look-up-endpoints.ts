// The endpoints that show cashouts, and what would become of one.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import * as answers from './answers.ts';
import { codeRefusals, ofCaller } from './endpoints.ts';
import { listCashoutsQuery } from './list-schemas.ts';
import { preflightShape } from './preflight-schemas.ts';
import { cashoutPath } from './schemas.ts';

export const preflightCashout = {
  ...ofCaller,
  route: 'POST /v3/cashouts/preflight',
  needs: ['CREATE'],
  body: preflightShape,
  refusals: [...codeRefusals, 'too_many_lookups'],
  answer: as<typeof answers.preflight>,
} as const satisfies Endpoint;

const ofCashout = { auth: 'token', path: cashoutPath, stranger: 'transaction_not_found' } as const;

export const getCashout = {
  ...ofCashout,
  route: 'GET /v3/cashouts/{id}',
  answer: as<typeof answers.cashout>,
} as const satisfies Endpoint;

export const getTimeline = {
  ...ofCashout,
  route: 'GET /v3/cashouts/{id}/timeline',
  answer: as<typeof answers.timeline>,
} as const satisfies Endpoint;

export const listCashouts = {
  route: 'GET /v3/cashouts',
  auth: 'token',
  query: listCashoutsQuery,
  stranger: 'account_not_found',
  refusals: ['transaction_not_found'],
  answer: as<typeof answers.foundCashouts>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    { preflightCashout, getCashout, getTimeline, listCashouts },
    {
      preflightCashout: {
        tag: 'Cashouts',
        summary: 'Tells what would become of a cashout, without creating it',
        details: `Takes the body of any create: with exactly one of key, copy_and_paste and the bank
details of the recipient. The answer has the payee, what stands against the cashout now, the approvals that it would need,
and a possible duplicate. Nothing is created, held or counted, and nothing is promised: a create is judged anew.

To look up a key costs 1 of the client’s tokens, and 20 if it is not registered or not of the person in recipient_legal_id.
The same holds for an account of this institution. Without enough tokens the call is a 429.`,
        answer: answers.preflight,
        example: {
          source_account_branch_identifier: '0001',
          source_account_number: '123456784',
          amount: 123.45,
          key: 'fulano@example.com',
        },
      },
      getCashout: {
        tag: 'Cashouts',
        summary: 'Shows a cashout',
        details:
          'Shows the current status, and the recipient once the transfer has succeeded. PROCESSING is not final: call again later, or register a webhook.',
        answer: answers.cashout,
      },
      getTimeline: {
        tag: 'Cashouts',
        summary: 'Shows what has happened to a cashout, step by step',
        details:
          'Who created, approved or rejected it, what the PIX network was asked and answered, how it ended, and the deliveries of its events to the account’s webhooks. For people: the texts may change; use the look-up and the events in programs.',
        answer: answers.timeline,
      },
      listCashouts: {
        tag: 'Cashouts',
        summary: 'Lists cashouts, or finds one by your idempotency key',
        details: `Newest first, of one account or of all accounts that you may see (up to fifty), and only those that fit every parameter. For
other pages, call the URLs in next and previous unchanged: where few cashouts fit, a page may be short or even empty
and still have a next one. A cashout appears here a moment after its creation.

With idempotency_key and an account, the answer is that one cashout: for a client that crashed before it read the answer
of its create call. A key is unique per account.`,
        answer: answers.foundCashouts,
      },
    },
  );
