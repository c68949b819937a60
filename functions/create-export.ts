// POST /v3/account-statements/{branch}/{number}/exports: requests a month's statement as a file (an extension:
// docs/decisions/product/exports.md).

import { makeCore } from '../lib/app/core.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withExports } from '../lib/app/stores.ts';
import { askExport } from '../lib/export/ask-export.ts';
import type { WithExports } from '../lib/export/deps.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { WithQueues } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithExports & WithQueues) =>
  apiHandler(deps, endpoints.createExport, async ({ caller, path, body }) => ({
    body: { worked: true, ...presentExport(await askExport(deps, caller, path, body)) },
  }));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withExports(runtime),
  ...withQueues(runtime),
}));
