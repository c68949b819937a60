// POST /v3/account-statements/{branch}/{number}/exports: requests a month's statement as a file (an extension:
// docs/decisions/product/exports.md).

import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { withExports } from '../lib/app/stores.ts';
import { askExport } from '../lib/export/ask-export.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withExports, withQueues], (deps) =>
  apiHandler(deps, endpoints.createExport, async ({ caller, path, body }) => ({
    body: { worked: true, ...presentExport(await askExport(deps, caller, path, body)) },
  })),
);
