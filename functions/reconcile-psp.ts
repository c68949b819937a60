// Schedule: compares our books with the PSP's, day by day. Reports differences, and queues movements about which the
// network sent no notice. A manual call with {"day": "YYYY-MM-DD"} compares one day. A call of an operator, who has a
// name (npm run admin -- reconcile psp), is in the audit.

import type { Context } from 'aws-lambda';
import { lambda } from '../lib/app/lambda.ts';
import { withInbox, withPspBooks, withQueues } from '../lib/app/live.ts';
import { withBooks, withMoney, withOperating } from '../lib/app/stores.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import { compareCall, compareRoute } from '../lib/operating/books-route.ts';
import { answerReconcilePsp } from '../lib/reconciliation/books-call.ts';

export const { makeHandler, handler } = lambda(
  [withMoney, withOperating, withBooks, withInbox, withPspBooks, withQueues],
  (deps) =>
    async (event: object | null, context: Context): Promise<object> => {
      const compare = (asked: object | null) =>
        answerReconcilePsp(deps, asked, () => context.getRemainingTimeInMillis());
      if (!event || !('by' in event)) return compare(event);
      return adminHandler(deps, compareCall, compareRoute(compare))({ ...event, action: 'books compare' });
    },
);
