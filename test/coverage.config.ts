// npm run test:other -- coverage: measures how much of the service the in-process tests cover. Tests in other processes
// run the same code, but are not measured.

import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import { CoverageTable } from './support/coverage-table.ts';
import tests from './vitest.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default mergeConfig(tests, {
  test: {
    coverage: {
      enabled: true,
      provider: 'v8',
      // Files that no test loads are included too.
      include: ['functions/**/*.ts', 'lib/**/*.ts'],
      reporter: ['text-summary', 'html'],
      // These limits are a little below the measured coverage (docs/testing.md). A large drop means that tests were
      // lost.
      thresholds: { lines: 98, branches: 92 },
      reportsDirectory: '.local/coverage',
    },
    reporters: [new CoverageTable(root)],
  },
});
