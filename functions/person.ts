// Invoked directly, without HTTP: finds the data of a person, and blanks it (npm run admin -- person).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { withMoney, withOperating, withPersons } from '../lib/app/stores.ts';
import type { WithMoney } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import type { WithOperating } from '../lib/operating/deps.ts';
import type { WithPersons } from '../lib/person/deps.ts';
import { personRoute } from '../lib/person/person-calls.ts';
import { personCall } from '../lib/person/schemas.ts';

export const makeHandler = (deps: Core & WithMoney & WithOperating & WithPersons) =>
  adminHandler(deps, personCall, personRoute);

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withOperating(runtime),
  ...withPersons(runtime),
}));
