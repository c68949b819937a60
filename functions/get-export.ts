// GET /v3/account-statements/{branch}/{number}/exports/{id}: shows the state of an export, and a link to its file.

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withExports, withFiles } from '../lib/app/stores.ts';
import { addSeconds } from '../lib/base/time.ts';
import type { WithExports } from '../lib/export/deps.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { linkSeconds } from '../lib/export/export.ts';
import { findExport } from '../lib/export/find-export.ts';
import { fileName, presentExport } from '../lib/export/present-export.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithFiles } from '../lib/platform/deps.ts';

export const makeHandler = (deps: Core & WithExports & WithFiles) =>
  apiHandler(deps, endpoints.getExport, async ({ caller, path }) => {
    const found = await findExport(deps, caller, path, path.id);
    const { file } = found;
    const link = file ? await deps.files.linkToRead(file.key, fileName(found), linkSeconds) : null;
    const link_expires_at = file ? addSeconds(deps.now(), linkSeconds) : null;
    return { body: { worked: true, ...presentExport(found), link, link_expires_at } };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withExports(runtime),
  ...withFiles(runtime),
}));
