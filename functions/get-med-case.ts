// GET /v3/meds/{id}: shows one MED case (spec).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/med-case/endpoints.ts';
import { findMedCase } from '../lib/med-case/find-med-case.ts';
import { medClock, presentMedCase } from '../lib/med-case/present.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.getMedCase, async ({ caller, path }) => {
    const medCase = await findMedCase(deps, caller, path.id);
    return { body: { worked: true, ...presentMedCase(medCase, medClock(deps)) } };
  });

export const handler = start(makeHandler, makeCore);
