// GET and POST under /console/files: serves the pages about statements as files (docs/decisions/product/console.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withExports, withFiles, withSessions } from '../lib/app/stores.ts';
import type { FileDeps } from '../lib/console/deps.ts';
import { filesApp } from '../lib/console/files-handler.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';

export const makeHandler = (deps: FileDeps) => serveConsole(deps, filesApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withExports(runtime),
  ...withFiles(runtime),
  ...withQueues(runtime),
  ...withSessions(runtime),
}));
