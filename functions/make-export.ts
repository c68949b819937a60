// Queue exports: makes the file of a month's statement.

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { exportMessage } from '../lib/app/queues.ts';
import { withExports, withFiles, withParties } from '../lib/app/stores.ts';
import { makeExport } from '../lib/export/make-export.ts';
import { queueHandler } from '../lib/http/queue.ts';

export const { makeHandler, handler } = lambda([withExports, withFiles, withParties, withQueues], (deps) =>
  queueHandler(
    deps,
    'exports',
    exportMessage,
    ({ account, id }) => makeExport(deps, account, id),
    ({ id }) => ({ exportId: id }),
  ),
);
