// What the operations on the data of persons are handed, on top of lib/platform/deps.ts.

import type { Holdings } from './holding-store.ts';
import type { Trails } from './trail-store.ts';

/** What finds and blanks the data of a person. */
export type WithPersons = { holdings: Holdings; trails: Trails };
