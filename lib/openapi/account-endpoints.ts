// The endpoints that show accounts: which there are, their balances and their statements.

import * as z from 'zod';
import { listAccountsQuery } from '../account/schemas.ts';
import { accountPath } from '../base/field-schemas.ts';
import { fileTypes } from '../export/asked-form.ts';
import { pageFileQuery } from '../export/schemas.ts';
import { statementQuery } from '../ledger/schemas.ts';
import { accounts, balance, rules } from './account-answers.ts';
import * as answers from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { plainObject } from './plain-object.ts';

/** The parameter of files is read by itself, and only where a file is asked for. */
const filedStatementQuery = z.object({ ...plainObject(statementQuery).shape, ...pageFileQuery.shape });

export const accountEndpoints: readonly Endpoint[] = [
  {
    route: 'GET /v3/accounts',
    name: 'listAccounts',
    tag: 'Accounts',
    summary: 'Lists the accounts that you may see',
    details:
      'Each account has your permissions on it. For the next page, call the URL in next unchanged; a page may be shorter than the limit.',
    auth: 'token',
    query: listAccountsQuery,
    answer: accounts,
    refusals: [],
  },
  {
    route: 'GET /v3/accounts/{branch}/{number}/balance',
    name: 'getBalance',
    tag: 'Accounts',
    summary: 'Shows what is available and what is held',
    details:
      'All amounts are of one moment: posted is the balance after the entry of the statement with the code sequence, and equals available plus both holds.',
    auth: 'token',
    path: accountPath,
    answer: balance,
    refusals: ['account_not_found'],
  },
  {
    route: 'GET /v3/accounts/{branch}/{number}/rules',
    name: 'getRules',
    tag: 'Accounts',
    summary: 'Shows the rules that the account’s cashouts must keep',
    details: 'The operator of the service sets them. null: there is no such rule.',
    auth: 'token',
    path: accountPath,
    answer: rules,
    refusals: ['account_not_found'],
  },
  {
    route: 'GET /v3/account-statements/{branch}/{number}',
    name: 'listStatement',
    tag: 'Statement',
    summary: 'Lists an account’s entries, newest first',
    details:
      'Each entry has the balance after it. For other pages, call the URLs in next and previous unchanged. New entries do not shift the pages. With Accept text/csv, application/x-ofx or application/xml (camt.053) a page is a file, oldest entry first, and the header link has the other pages.',
    auth: 'token',
    path: accountPath,
    query: filedStatementQuery,
    answer: answers.statement,
    texts: fileTypes,
    refusals: ['account_not_found'],
  },
];
