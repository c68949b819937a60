// GET and POST under /console/files: serves the pages about statements as files (docs/decisions/product/console.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withExports, withFiles, withSessions } from '../lib/app/stores.ts';
import { filesApp } from '../lib/console/files-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const { makeHandler, handler } = lambda([withExports, withFiles, withQueues, withSessions], (deps) =>
  serveConsole(deps, filesApp(deps)),
);
