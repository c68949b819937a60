// GET /v3/account-statements/{branch}/{number}/exports/{id}: shows the state of an export, and a link to its file.

import { lambda } from '../lib/app/lambda.ts';
import { withExports, withFiles } from '../lib/app/stores.ts';
import { addSeconds } from '../lib/base/time.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { linkSeconds } from '../lib/export/export.ts';
import { findExport } from '../lib/export/find-export.ts';
import { fileName, presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withExports, withFiles], (deps) =>
  apiHandler(deps, endpoints.getExport, async ({ caller, path }) => {
    const found = await findExport(deps, caller, path, path.id);
    const { file } = found;
    const link = file ? await deps.files.linkToRead(file.key, fileName(found), linkSeconds) : null;
    const link_expires_at = file ? addSeconds(deps.now(), linkSeconds) : null;
    return { body: { worked: true, ...presentExport(found), link, link_expires_at } };
  }),
);
