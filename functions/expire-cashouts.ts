// Schedule: ends NEW cashouts that were not approved in time, and gives scheduled cashouts that are due to the workers
// (docs/decisions/product/rejecting-and-expiring.md). This function is separate from resumeStalled, so that many
// expiring cashouts do not delay payouts.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { expireCashouts, type Swept } from '../lib/recovery/expire-cashouts.ts';

export const makeHandler =
  (deps: Core) =>
  (_event: unknown, context: Context): Promise<Swept> =>
    expireCashouts(deps, { remaining: () => context.getRemainingTimeInMillis() });

export const handler = start(makeHandler, makeCore);
