// The contract's requests with all required fields, for an existing account.

import { bankDetails } from '../support/bank-details.ts';

type Source = { source_account_branch_identifier: string; source_account_number: string };

/** Spec: POST /create-cashout. */
export const byKey = (source: Source) => ({ ...source, amount: 50.5, key: 'fulano@example.com' });

/** Spec: POST /create-cashout-manual. */
export const manually = (source: Source) => ({
  ...source,
  amount: 50.5,
  ...bankDetails,
});

/** The four calls that the contract calls create endpoints, each with a valid body. */
export const creates = (source: Source): [path: string, body: Record<string, unknown>][] => [
  ['/create-cashout', byKey(source)],
  ['/create-cashout-manual', manually(source)],
  ['/create-cashout-self-approve', byKey(source)],
  ['/create-cashoutmanual-self-approve', manually(source)],
];
