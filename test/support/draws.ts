// Sets what fast-check draws. It draws the same values in each run, so that chance never decides about a merge. `npm
// run test:other -- draws` draws other values.

import { configureGlobal } from 'fast-check';

const { DRAW_SEED, DRAW_RUNS } = process.env;

configureGlobal({ seed: Number(DRAW_SEED ?? 1), ...(DRAW_RUNS ? { numRuns: Number(DRAW_RUNS) } : {}) });
