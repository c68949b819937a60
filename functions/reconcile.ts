// Schedule: checks that the entries of every account add up, and that the account's held money equals its open work.
// Differences are reported and nothing is repaired. A manual call with {"whole": true} checks every account from its
// first entry.

import type { Context } from 'aws-lambda';
import { lambda } from '../lib/app/lambda.ts';
import { withBooks, withMoney } from '../lib/app/stores.ts';
import { type Reconciliation, reconcile } from '../lib/reconciliation/reconcile.ts';

export const { makeHandler, handler } = lambda(
  [withMoney, withBooks],
  (deps) =>
    (event: { whole?: boolean } | null, context: Context): Promise<Reconciliation> =>
      reconcile(deps, () => context.getRemainingTimeInMillis(), event?.whole === true),
);
