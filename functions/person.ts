// Invoked directly, without HTTP: finds the data of a person, and blanks it (npm run admin -- person).

import { lambda } from '../lib/app/lambda.ts';
import { withMoney, withOperating, withPersons } from '../lib/app/stores.ts';
import { adminHandler } from '../lib/operating/admin-handler.ts';
import { personRoute } from '../lib/person/person-calls.ts';
import { personCall } from '../lib/person/schemas.ts';

export const { makeHandler, handler } = lambda([withMoney, withOperating, withPersons], (deps) =>
  adminHandler(deps, personCall, personRoute),
);
