import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { Sequencer } from './support/sequencer.ts';
import { testsOf } from './support/tests-of.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// The journeys run twice, with the same cases: in process with a PSP, and over HTTP in front of a started stack with the
// sandbox. That of a cashout runs a third time, on osls offline.
export default defineConfig({
  root,
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Nothing hangs for so long; how quick a machine is, is no matter of these.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // For the programs that tests start.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') },
    // A worker waits for the engines a third of its time.
    maxWorkers: availableParallelism() + 1,
    // The service makes much that is soon forgotten.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share their modules: to read them anew for each took a third of the time.
    isolate: false,
    sequence: { sequencer: Sequencer },
    watchTriggerPatterns: [
      { pattern: /\/(functions|lib|infra|local)\/.+\.ts$/, testsToRun: (file) => testsOf(root, file) },
    ],
    projects: [
      {
        extends: true,
        // It replaces the timers of its process.
        test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'handler',
          include: ['test/**/*.test.ts'],
          exclude: ['test/simulation/**'],
          env: { TEST_TARGET: 'process' },
        },
      },
      {
        extends: true,
        test: { name: 'http', include: ['test/journeys/**/*.test.ts'], env: { TEST_TARGET: 'http' } },
      },
      {
        extends: true,
        test: { name: 'offline', include: ['test/journeys/cashout.test.ts'], env: { TEST_TARGET: 'http' } },
      },
    ],
  },
});
