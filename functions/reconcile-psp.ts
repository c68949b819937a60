// Schedule: compares our books with the PSP's, day by day. By hand (npm run admin -- reconcile psp), {"day": "YYYY-MM-DD"}
// compares one day. Reports, and mends nothing.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/core.ts';
import type { Core, WithPspBooks, WithQueues } from '../lib/deps.ts';
import { withPspBooks, withQueues } from '../lib/live.ts';
import { answerReconcilePsp } from '../lib/middleware/books-call.ts';
import { start } from '../lib/start.ts';

export const makeHandler =
  (deps: Core & WithPspBooks & WithQueues) =>
  (event: object | null, context: Context): Promise<object> =>
    answerReconcilePsp(deps, event, () => context.getRemainingTimeInMillis());

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withPspBooks(ground),
  ...withQueues(ground),
}));
