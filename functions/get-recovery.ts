// GET /v3/cashouts/{id}/recovery: shows the recovery of a payout (an extension: docs/med.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withRecoveries } from '../lib/app/stores.ts';
import type { WithRecoveries } from '../lib/funds-recovery/deps.ts';
import * as endpoints from '../lib/funds-recovery/endpoints.ts';
import { findRecovery } from '../lib/funds-recovery/find-recovery.ts';
import { presentRecovery } from '../lib/funds-recovery/present-recovery.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core & WithRecoveries) =>
  apiHandler(deps, endpoints.getRecovery, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: presentRecovery(await findRecovery(deps, caller, path.id)) };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withRecoveries(runtime),
}));
