// npm run test:other -- coverage: what the tests in process reach of the service. Those in other processes run the same code, where it
// is not counted.

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
      // Also files that no test loads.
      include: ['functions/**/*.ts', 'lib/**/*.ts'],
      reporter: ['text-summary', 'html'],
      // A little below what is measured (docs/testing.md): what falls far has lost tests.
      thresholds: { lines: 98, branches: 92 },
      reportsDirectory: '.local/coverage',
    },
    reporters: [new CoverageTable(root)],
  },
});
