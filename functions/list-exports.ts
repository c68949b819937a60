// GET /v3/account-statements/{branch}/{number}/exports: lists the account's exports that have not expired, newest
// first.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withExports } from '../lib/app/stores.ts';
import type { WithExports } from '../lib/export/deps.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { listExports } from '../lib/export/find-export.ts';
import { presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithExports) =>
  apiHandler(deps, endpoints.listExports, async ({ caller, path }) => {
    const results = await listExports(deps, caller, path);
    return { body: { worked: true, results: results.map(presentExport) } };
  });

export const handler = start(makeHandler, (runtime) => ({ ...makeCore(runtime), ...withExports(runtime) }));
