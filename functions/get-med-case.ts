// GET /v3/meds/{id}: one MED case (spec).

import type { Deps } from '../lib/deps.ts';
import { medCasePath } from '../lib/dispute-schemas.ts';
import { start } from '../lib/live.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { findMedCase } from '../lib/operations/find-med-case.ts';
import { presentMedCase } from '../lib/present-med.ts';

const route = { auth: 'token', path: medCasePath } as const;

export const makeHandler = (deps: Deps) =>
  apiHandler(deps, route, async ({ caller, path }) => {
    const medCase = await findMedCase(deps, caller, path.id);
    return { body: { worked: true, ...presentMedCase(medCase) } };
  });

export const handler = start(makeHandler);
