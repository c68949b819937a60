// The endpoint that lists cashouts.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { foundCashouts } from './answers.ts';
import { listCashoutsQuery } from './list-schemas.ts';

export const listCashouts = {
  route: 'GET /v3/cashouts',
  auth: 'token',
  query: listCashoutsQuery,
  stranger: 'account_not_found',
  refusals: ['transaction_not_found'],
  answer: as<typeof foundCashouts>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    { listCashouts },
    {
      listCashouts: {
        tag: 'Cashouts',
        summary: 'Lists cashouts, or finds one by your idempotency key',
        details: `Newest first, of one account or of all accounts that you may see (up to fifty), and only those that fit every parameter. For
other pages, call the URLs in next and previous unchanged: where few cashouts fit, a page may be short or even empty
and still have a next one. A cashout appears here a moment after its creation.

With idempotency_key and an account, the answer is that one cashout: for a client that crashed before it read the answer
of its create call. A key is unique per account.`,
        answer: foundCashouts,
      },
    },
  );
