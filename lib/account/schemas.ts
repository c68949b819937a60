// Defines the requests about accounts.

import * as z from 'zod';
import { accountOf } from '../base/account-ref.ts';
import { pageLimit, text } from '../base/field-schemas.ts';

/** Query of GET /v3/accounts. `after`: an account in the form branch/number, from the URL of the next page. */
export const listAccountsQuery = z.object({
  limit: pageLimit,
  after: text
    .regex(/^\d{4}\/\d{1,20}$/, 'must be an account: branch/number')
    .transform(accountOf)
    .optional(),
});
