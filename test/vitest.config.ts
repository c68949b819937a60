import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { projects, tags } from './projects.ts';
import { Sequencer } from './support/sequencer.ts';
import { testsOf } from './support/tests-of.ts';
import { TimeTable } from './support/time-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  test: {
    tags,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/draws.ts'],
    // These limits only end tests that hang. The tests do not depend on the speed of the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The programs that tests start use this cache.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') },
    // A worker waits for the engines about a third of the time, so one more worker than cores is useful.
    maxWorkers: availableParallelism() + 1,
    // The service creates many short-lived objects.
    execArgv: ['--max-semi-space-size=64'],
    reporters: ['default', new TimeTable(root)],
    sequence: { sequencer: Sequencer },
    watchTriggerPatterns: [
      { pattern: /\/(functions|lib|infra|local)\/.+\.ts$/, testsToRun: (file) => testsOf(root, file) },
    ],
    projects: Object.entries(projects).map(([name, { include, exclude = [], target, isolate }]) => ({
      extends: true,
      test: {
        name,
        include,
        exclude,
        env: { TEST_TARGET: target ?? 'process' },
        // The test files of a worker share their modules, because reading them again for each file took a third of the
        // time. The simulation needs isolation, because it replaces the timers of its process.
        isolate: isolate ?? false,
      },
    })),
  },
});
