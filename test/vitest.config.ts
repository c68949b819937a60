import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

// The journeys run twice, with the same cases: in process, and over HTTP against a started stack.
export default defineConfig({
  root,
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'handler', include: ['test/**/*.test.ts'], env: { TEST_TARGET: 'handler' } },
      },
      {
        extends: true,
        test: { name: 'http', include: ['test/journeys/**/*.test.ts'], env: { TEST_TARGET: 'http' } },
      },
    ],
  },
});
