// Schedule: sends overdue pending work again. All work is finished even if every other message is lost.

import type { Context } from 'aws-lambda';
import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withBatches, withExports, withPspRows } from '../lib/app/stores.ts';
import { resumeStalled } from '../lib/recovery/resume-stalled.ts';

export const { makeHandler, handler } = lambda(
  [withExports, withBatches, withPspRows, withQueues],
  (deps) =>
    async (_event: unknown, context: Context): Promise<{ resumed: number }> => ({
      resumed: await resumeStalled(deps, { remaining: () => context.getRemainingTimeInMillis() }),
    }),
);
