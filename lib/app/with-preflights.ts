// The store of preflights, for the function that names it.

import { makePreflights } from '../preflight/preflight-store.ts';
import type { WithPreflights } from './deps.ts';
import type { Ground } from './ground.ts';

export const withPreflights = ({ db }: Ground): WithPreflights => ({
  preflights: makePreflights(db),
});
