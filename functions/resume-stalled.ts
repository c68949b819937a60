// Schedule: sends overdue pending work again. All work is finished even if every other message is lost.

import type { Context } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withBatches, withExports, withPspRows } from '../lib/app/stores.ts';
import type { WithBatches } from '../lib/batch/deps.ts';
import type { WithExports } from '../lib/export/deps.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithPspRows } from '../lib/network/deps.ts';
import { resumeStalled } from '../lib/recovery/resume-stalled.ts';

export const makeHandler =
  (deps: Core & WithExports & WithBatches & WithPspRows & WithQueues) =>
  async (_event: unknown, context: Context): Promise<{ resumed: number }> => ({
    resumed: await resumeStalled(deps, { remaining: () => context.getRemainingTimeInMillis() }),
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withExports(runtime),
  ...withBatches(runtime),
  ...withPspRows(runtime),
  ...withQueues(runtime),
}));
