// Schedule: checks that every account adds up, and that what it holds is its open work. Reports, and mends nothing.

import type { Context } from 'aws-lambda';
import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { type Reconciliation, reconcile } from '../lib/operations/reconcile.ts';

export const makeHandler =
  (deps: Deps) =>
  (_event: unknown, context: Context): Promise<Reconciliation> =>
    reconcile(deps, () => context.getRemainingTimeInMillis());

export const handler = start(makeHandler);
