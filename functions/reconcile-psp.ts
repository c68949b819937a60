// Schedule: compares our books with the PSP's, day by day. Reports differences, and queues movements about which the
// network sent no notice. A manual call with {"day": "YYYY-MM-DD"} compares one day. A call of an operator, who has a
// name (npm run admin -- reconcile psp), is in the audit.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import { withInbox, withPspBooks, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBooks, withMoney, withOperating } from '../lib/app/stores.ts';
import type { WithMoney, WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithInbox, WithPspBooks } from '../lib/network/deps.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import { compareCall, compareRoute } from '../lib/operating/books-route.ts';
import type { WithOperating } from '../lib/operating/deps.ts';
import { answerReconcilePsp } from '../lib/reconciliation/books-call.ts';
import type { WithBooks } from '../lib/reconciliation/deps.ts';

export const makeHandler =
  (deps: Core & WithMoney & WithBooks & WithOperating & WithInbox & WithPspBooks & WithQueues) =>
  async (event: object | null, context: Context): Promise<object> => {
    const compare = (asked: object | null) =>
      answerReconcilePsp(deps, asked, () => context.getRemainingTimeInMillis());
    if (!event || !('by' in event)) return compare(event);
    return adminHandler(deps, compareCall, compareRoute(compare))({ ...event, action: 'books compare' });
  };

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withOperating(runtime),
  ...withBooks(runtime),
  ...withInbox(runtime),
  ...withPspBooks(runtime),
  ...withQueues(runtime),
}));
