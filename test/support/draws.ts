// Configures fast-check. By default it generates the same values in each run, so that a merge never depends on chance.
// `npm run test:other -- draws` generates other values.

import { configureGlobal } from 'fast-check';

const { DRAW_SEED, DRAW_RUNS } = process.env;

configureGlobal({ seed: Number(DRAW_SEED ?? 1), ...(DRAW_RUNS ? { numRuns: Number(DRAW_RUNS) } : {}) });
