// Defines the endpoints that show accounts.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { accountPath } from '../base/field-schemas.ts';
import * as answers from './answers.ts';
import { listAccountsQuery } from './schemas.ts';

export const listAccounts = {
  route: 'GET /v3/accounts',
  auth: 'token',
  query: listAccountsQuery,
  answer: as<typeof answers.accounts>,
} as const satisfies Endpoint;

export const getBalance = {
  route: 'GET /v3/accounts/{branch}/{number}/balance',
  auth: 'token',
  path: accountPath,
  stranger: 'account_not_found',
  answer: as<typeof answers.balance>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Accounts',
    { listAccounts, getBalance },
    {
      listAccounts: {
        summary: 'Lists the accounts that you may see',
        details:
          'Each account has your permissions on it. For the next page, call the URL in next unchanged; a page may be shorter than the limit.',
        answer: answers.accounts,
        parameters: {
          after: ['From the next URL.', '0001/123456784'],
        },
      },
      getBalance: {
        summary: 'Shows what is available and what is held',
        details:
          'All amounts are of one moment: posted is the balance after the entry of the statement with the code sequence, and equals available plus both holds.',
        answer: answers.balance,
      },
    },
  );
