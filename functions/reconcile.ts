// Schedule: checks that the entries of every account add up, and that the account's held money equals its open work.
// Differences are reported and nothing is repaired. A manual call with {"whole": true} checks every account from its
// first entry.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withBooks, withMoney } from '../lib/app/stores.ts';
import type { WithMoney } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithBooks } from '../lib/reconciliation/deps.ts';
import { type Reconciliation, reconcile } from '../lib/reconciliation/reconcile.ts';

export const makeHandler =
  (deps: Core & WithMoney & WithBooks) =>
  (event: { whole?: boolean } | null, context: Context): Promise<Reconciliation> =>
    reconcile(deps, () => context.getRemainingTimeInMillis(), event?.whole === true);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withBooks(runtime),
}));
