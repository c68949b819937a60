// GET /v3/account-statements/{branch}/{number}/exports: lists the account's exports that have not expired, newest
// first.

import { lambda } from '../lib/app/lambda.ts';
import { withExports } from '../lib/app/stores.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { listExports } from '../lib/export/find-export.ts';
import { presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withExports], (deps) =>
  apiHandler(deps, endpoints.listExports, async ({ caller, path }) => {
    const results = await listExports(deps, caller, path);
    return { body: { worked: true, results: results.map(presentExport) } };
  }),
);
