// Seeds that have found something, kept so that they go on looking: what they found is in their note.

import type { Profile } from './faults.ts';

export const corpus: readonly { seed: number; profile: Profile; found: string }[] = [];
