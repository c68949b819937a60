// POST /v3/cashouts/{id}/recovery/cancel: asks to cancel the recovery of a payout (an extension: docs/med.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withRecoveries } from '../lib/app/stores.ts';
import * as endpoints from '../lib/funds-recovery/endpoints.ts';
import { presentRecovery } from '../lib/funds-recovery/present-recovery.ts';
import { cancelRecovery } from '../lib/funds-recovery/request-recovery.ts';
import { apiHandler } from '../lib/http/api.ts';
import { requireSameId } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([withNetwork, withRecoveries], (deps) =>
  apiHandler(deps, endpoints.cancelRecovery, async ({ caller, path, body }, event) => {
    event.subject = { cashoutId: path.id };
    requireSameId(path, body);
    return { body: presentRecovery(await cancelRecovery(deps, caller, path.id)) };
  }),
);
