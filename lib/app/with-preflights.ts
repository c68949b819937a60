// The stores of preflights, for the function that names them.

import { makeLookups } from '../access/lookup-store.ts';
import { makePreflights } from '../cashout/preflight-store.ts';
import type { WithPreflights } from './deps.ts';
import type { Ground } from './ground.ts';

export const withPreflights = ({ db }: Ground): WithPreflights => ({
  preflights: makePreflights(db),
  lookups: makeLookups(db),
});
