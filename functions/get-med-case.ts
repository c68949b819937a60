// GET /v3/meds/{id}: shows one MED case (spec).

import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/med-case/endpoints.ts';
import { findMedCase } from '../lib/med-case/find-med-case.ts';
import { medClock, presentMedCase } from '../lib/med-case/present.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getMedCase, async ({ caller, path }) => {
    const medCase = await findMedCase(deps, caller, path.id);
    return { body: { worked: true, ...presentMedCase(medCase, medClock(deps)) } };
  }),
);
