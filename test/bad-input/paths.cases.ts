// Paths and methods without a route, and unusual query strings that a route ignores.

import type { Table } from './ask.ts';
import { invalid, notFound, refused } from './refusals.ts';

const at = (route: string, path = route.split(' ')[1] ?? ''): Table => ({
  route,
  door: 'signed',
  request: () => ({ path }),
  rows: [['B126', 'no such route', {}, notFound()]],
});

export const strayTables: Table[] = [
  at('POST /'),
  at('GET /create-cashout'),
  at('POST /create-cashout/more'),
  at('POST //create-cashout'),
  at('POST /CREATE-CASHOUT'),
  at('POST /v3/create-cashout'),
  at('DELETE /approve-cashout'),
  at('PATCH /api/webhooks/5'),
  at('POST /v3/meds/5'),
  at('GET /v3/meds/5/6'),
  at('GET /sandbox/tenants'),
  at('POST /sandbox/everything'),
  at('GET /network/pix'),
  at('POST /v2/finance/chargebacks-pix-copy-and-paste/more'),
  at('GET /api/webhooks/5/secrets'),
  at('PUT /api/webhooks/5/more'),
];

/**
 * The calls of the contract ignore unknown parameters. All other calls refuse them (test/http/unknown-names.test.ts).
 */
export const strayParameters: Table = {
  route: 'GET /v3/account-statements/{branch}/{number}',
  door: 'token',
  request: ({ callers: { owner } }) => ({
    path: `/v3/account-statements/${Object.values(owner.source).join('/')}`,
    query: { start: '2020-01-01', end: '2099-12-31' },
  }),
  rows: [
    [
      'B127',
      '200 parameters and a wrong one',
      { rawQuery: `&limit=0${Array.from({ length: 200 }, (_, index) => `&x${index}=1`).join('')}` },
      invalid(['limit', 'must be an integer from 1 to 100']),
    ],
    [
      'B127',
      'a parameter without a name, twice',
      { rawQuery: '&=&=1' },
      invalid(['query', 'must be given once']),
    ],
    [
      'B127',
      'a prototype in the query',
      { path: '/v3/account-statements/0001/999999999', rawQuery: '&__proto__=1&constructor=2' },
      refused('Account not found'),
    ],
  ],
};
