// Schedule: checks that every account adds up, and that what it holds is its open work. Reports, and mends nothing. By
// hand, {"whole": true} folds every account from its first entry.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { type Reconciliation, reconcile } from '../lib/operations/reconcile.ts';
import { start } from '../lib/start.ts';

export const makeHandler =
  (deps: Core) =>
  (event: { whole?: boolean } | null, context: Context): Promise<Reconciliation> =>
    reconcile(deps, () => context.getRemainingTimeInMillis(), event?.whole === true);

export const handler = start(makeHandler, makeCore);
