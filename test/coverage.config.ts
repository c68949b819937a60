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
      reportsDirectory: '.local/coverage',
    },
    reporters: ['default', new CoverageTable(root)],
  },
});
