// GET /v3/cashouts/{id}/recovery: shows the recovery of a payout (an extension: docs/med.md).

import { lambda } from '../lib/app/lambda.ts';
import { withRecoveries } from '../lib/app/stores.ts';
import * as endpoints from '../lib/funds-recovery/endpoints.ts';
import { findRecovery } from '../lib/funds-recovery/find-recovery.ts';
import { presentRecovery } from '../lib/funds-recovery/present-recovery.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withRecoveries], (deps) =>
  apiHandler(deps, endpoints.getRecovery, async ({ caller, path }, event) => {
    event.subject = { cashoutId: path.id };
    return { body: presentRecovery(await findRecovery(deps, caller, path.id)) };
  }),
);
