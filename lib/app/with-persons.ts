// What finds and blanks the data of a person, for the function that names it.

import { makeHoldings } from '../person/holding-store.ts';
import { makeTrails } from '../person/trail-store.ts';
import type { WithPersons } from './deps.ts';
import type { Ground } from './ground.ts';

export const withPersons = ({ db }: Ground): WithPersons => ({
  holdings: makeHoldings(db),
  trails: makeTrails(db),
});
