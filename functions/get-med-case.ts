// GET /v3/meds/{id}: one MED case (spec).

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { medCasePath } from '../lib/dispute-schemas.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { findMedCase } from '../lib/operations/find-med-case.ts';
import { medClock, presentMedCase } from '../lib/present-med.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token', path: medCasePath } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, path }) => {
    const medCase = await findMedCase(deps, caller, path.id);
    return { body: { worked: true, ...presentMedCase(medCase, medClock(deps)) } };
  });

export const handler = start(makeHandler, makeCore);
