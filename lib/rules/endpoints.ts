// Defines the endpoint that shows the rules of an account.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { accountPath } from '../base/field-schemas.ts';
import * as answers from './answers.ts';

export const getRules = {
  route: 'GET /v3/accounts/{branch}/{number}/rules',
  auth: 'token',
  path: accountPath,
  stranger: 'account_not_found',
  answer: as<typeof answers.rules>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Accounts',
    { getRules },
    {
      getRules: {
        summary: 'Shows the rules that the account’s cashouts must keep',
        details: 'The operator of the service sets them. null: there is no such rule.',
        answer: answers.rules,
      },
    },
  );
