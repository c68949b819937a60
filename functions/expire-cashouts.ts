// Schedule: ends NEW cashouts that were not approved in time, and gives scheduled cashouts that are due to the workers
// (docs/decisions/product/rejecting-and-expiring.md). This function is separate from resumeStalled, so that many
// expiring cashouts do not delay payouts.

import type { Context } from 'aws-lambda';
import { lambda } from '../lib/app/lambda.ts';
import { expireCashouts, type Swept } from '../lib/recovery/expire-cashouts.ts';

export const { makeHandler, handler } = lambda(
  [],
  (deps) =>
    (_event: unknown, context: Context): Promise<Swept> =>
      expireCashouts(deps, { remaining: () => context.getRemainingTimeInMillis() }),
);
