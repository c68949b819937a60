// Defines the dependencies of the operations on personal data, in addition to lib/platform/deps.ts.

import type { Holdings } from './holding-store.ts';
import type { Trails } from './trail-store.ts';

/** The stores that find and blank a person's data. */
export type WithPersons = { holdings: Holdings; trails: Trails };
