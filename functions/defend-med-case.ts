// POST /v3/meds/{id}/defence: sends a company's defence in a MED case to the PSP.

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withMoney } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import { defendMedCase } from '../lib/med-case/defend-med-case.ts';
import * as endpoints from '../lib/med-case/endpoints.ts';
import { medClock, presentMedCase } from '../lib/med-case/present.ts';

export const { makeHandler, handler } = lambda([withMoney, withNetwork], (deps) =>
  apiHandler(deps, endpoints.defendMedCase, async ({ caller, path, body }) => {
    const medCase = await defendMedCase(deps, caller, path.id, body);
    return { body: { worked: true, ...presentMedCase(medCase, medClock(deps)) } };
  }),
);
