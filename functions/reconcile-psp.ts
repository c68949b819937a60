// Schedule: compares our books with the PSP's, day by day. Reports differences, and queues movements about which the
// network sent no notice. A manual call (npm run admin -- reconcile psp) with {"day": "YYYY-MM-DD"} compares one day.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import { withInbox, withPspBooks, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBooks, withMoney } from '../lib/app/stores.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithInbox, WithPspBooks } from '../lib/network/deps.ts';
import { answerReconcilePsp } from '../lib/reconciliation/books-call.ts';
import type { WithBooks } from '../lib/reconciliation/deps.ts';

export const makeHandler =
  (deps: Core & WithMoney & WithBooks & WithInbox & WithPspBooks & WithQueues) =>
  (event: object | null, context: Context): Promise<object> =>
    answerReconcilePsp(deps, event, () => context.getRemainingTimeInMillis());

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withBooks(runtime),
  ...withInbox(runtime),
  ...withPspBooks(runtime),
  ...withQueues(runtime),
}));
