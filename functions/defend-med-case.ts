// POST /v3/meds/{id}/defence: sends a company's defence in a MED case to the PSP.

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import { defendMedCase } from '../lib/med-case/defend-med-case.ts';
import type { Core, WithIncidents } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/med-case/endpoints.ts';
import { medClock, presentMedCase } from '../lib/med-case/present.ts';
import type { WithNetwork } from '../lib/network/deps.ts';

export const makeHandler = (deps: Core & WithIncidents & WithNetwork) =>
  apiHandler(deps, endpoints.defendMedCase, async ({ caller, path, body }) => {
    const medCase = await defendMedCase(deps, caller, path.id, body);
    return { body: { worked: true, ...presentMedCase(medCase, medClock(deps)) } };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
}));
