// npm run test:other: tests that need more than npm test does, such as a browser, or the registries of other languages.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runNamed } from '../local/programs.ts';
import { root } from '../local/service.ts';

await runNamed('test:other', {
  browser: {
    about: 'opens /docs in Chromium, sends a cashout from there, and looks at its receipt',
    run: () => import('./browser/try-reference.ts'),
  },
  contract: {
    about: "holds what we ask of a PSP to the Central Bank's document of the Pix API",
    run: () => import('./psp/check-contract.ts'),
  },
  coverage: {
    about: 'counts the lines and branches that tests in process reach',
    run: async () => {
      const vitest = join(root, 'node_modules/vitest/vitest.mjs');
      const args = ['run', '--config', 'test/coverage.config.ts', '--project', 'handler'];
      execFileSync(process.execPath, [vitest, ...args, ...process.argv.slice(2)], {
        cwd: root,
        stdio: 'inherit',
      });
    },
  },
  document: {
    about: 'holds openapi.yaml to linters, schemathesis, and clients in other languages',
    run: async () => {
      execFileSync(process.execPath, [join(root, 'local/install.mjs'), 'document'], { stdio: 'inherit' });
      await import('./document/main.ts');
    },
  },
  drill: {
    about: 'restores the tables of a second on an emulated AWS, whose point-in-time recovery is real',
    run: () => import('../local/drill-emulated.ts'),
  },
  emulated: {
    about: 'deploys to an emulated AWS and compares what is there',
    run: () => import('../local/deploy-emulated.ts'),
  },
  engines: { about: 'runs the journeys on other engines', run: () => import('../local/test-engines.ts') },
  exports: {
    about: 'opens the files of a statement with tools of others',
    run: () => import('./exports/main.ts'),
  },
  policies: {
    about: 'asks a simulator of IAM what the roles of a stage may do',
    run: async () => {
      execFileSync(process.execPath, [join(root, 'local/install.mjs'), 'policies'], { stdio: 'inherit' });
      await import('./policies/main.ts');
    },
  },
  release: {
    about: 'lets the code of today and of the last release end what the other has begun',
    run: () => import('./releases/two-releases.ts'),
  },
  templates: {
    about: 'gives the CloudFormation templates to linters and scanners of others',
    run: () => import('../local/judge-templates.ts'),
  },
});
