// Queue exports: makes the file of a month's statement.

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { exportMessage } from '../lib/app/queues.ts';
import { start } from '../lib/app/start.ts';
import { withExports, withFiles, withParties } from '../lib/app/stores.ts';
import type { WithExports, WithParties } from '../lib/export/deps.ts';
import { makeExport } from '../lib/export/make-export.ts';
import { queueHandler } from '../lib/http/queue.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithFiles } from '../lib/platform/deps.ts';

export const makeHandler = (deps: Core & WithExports & WithFiles & WithParties & WithQueues) =>
  queueHandler(
    deps,
    'exports',
    exportMessage,
    ({ account, id }) => makeExport(deps, account, id),
    ({ id }) => ({ exportId: id }),
  );

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withExports(runtime),
  ...withFiles(runtime),
  ...withParties(runtime),
  ...withQueues(runtime),
}));
