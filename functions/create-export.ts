// POST /v3/account-statements/{branch}/{number}/exports: asks for a month as a file (an extension, decision 79).

import { makeCore } from '../lib/app/core.ts';
import type { Core, WithExports, WithQueues } from '../lib/app/deps.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withExports } from '../lib/app/with-exports.ts';
import { accountPath } from '../lib/base/field-schemas.ts';
import { askExport } from '../lib/export/ask-export.ts';
import { presentExport } from '../lib/export/present-export.ts';
import { exportRequest } from '../lib/export/schemas.ts';
import { apiHandler } from '../lib/http/api.ts';

const route = { auth: 'token', path: accountPath, body: exportRequest } as const;

export const makeHandler = (deps: Core & WithExports & WithQueues) =>
  apiHandler(deps, route, async ({ caller, path, body }) => ({
    body: { worked: true, ...presentExport(await askExport(deps, caller, path, body)) },
  }));

export const handler = start(makeHandler, (ground) => ({
  ...makeCore(ground),
  ...withExports(ground),
  ...withQueues(ground),
}));
