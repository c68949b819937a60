// npm run test:other runs the tests that are not in the gate, one part at a time. npm run test:all runs all parts.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Programs, runNamed } from '../local/programs.ts';
import { root } from '../local/service.ts';
import type { DearProject } from './projects.ts';
import type { Tool } from './support/tools.ts';

/**
 * `needs`: tools that npm does not install. `draws`: the part runs at night and never blocks a merge, because its
 * result depends on random inputs or on documents of others, or because it tests a tool and not the service. `again`: the part runs other parts,
 * so npm run test:all leaves it out.
 */
export type Part = Programs[string] & { needs?: readonly Tool[]; draws?: true; again?: true };

const more = () => process.argv.slice(2);

function node(file: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}

function vitest(config: string, projects: readonly string[], env?: Record<string, string>): void {
  const named = projects.flatMap((name) => ['--project', name]);
  node('node_modules/vitest/vitest.mjs', ['run', '--config', config, ...named, ...more()], env);
}

/** A part that runs one vitest project. Further arguments are passed to vitest. */
const project = (name: DearProject, about: string): Part => ({
  about,
  run: async () => vitest('test/vitest.config.ts', [name]),
});

/** @param set the set of packages that tools/install.mjs installs */
const withSet = (set: string, run: () => Promise<unknown>) => async () => {
  node('tools/install.mjs', [set]);
  if (!process.exitCode) await run();
};

export const parts: Record<string, Part> = {
  journeys: project('journeys', 'the journeys over HTTP, in front of npm start'),
  offline: project('offline', 'the journeys of a cashout and of the console on osls offline'),
  fuzz: project('fuzz', 'made-up requests, the same in each run'),
  commands: project('commands', 'npm start and other commands as processes, and drills'),
  languages: project('languages', 'the examples, in the languages that this machine has'),
  packaging: project('packaging', 'the packaged service, and serverless.yml as osls reads it'),
  simulation: project('simulation', 'the kept seeds of the simulation, and planted bugs'),
  recording: project('recording', 'ends what the recorded last release has begun'),
  release: {
    about: 'lets the code of today and of the last release end what the other has begun',
    needs: ['history'],
    run: () => import('./releases/two-releases.ts'),
  },
  bench: {
    about: 'every section of npm run bench, shortened',
    run: async () => node('bench/main.ts', ['--quick', ...more()]),
  },
  coverage: {
    about:
      'runs the tests in process on the embedded engine, and counts the lines and branches that they reach',
    run: async () => vitest('test/coverage.config.ts', ['handler'], { TEST_TABLES: 'compared' }),
  },
  policies: {
    about: 'asks a simulator of IAM what the roles of a stage may do',
    needs: ['python'],
    run: withSet('policies', () => import('./policies/main.ts')),
  },
  templates: {
    about: 'gives the CloudFormation templates to linters and scanners of others',
    needs: ['python'],
    run: () => import('../operate/judge-templates.ts'),
  },
  emulated: {
    about: 'deploys to an emulated AWS and compares what is there',
    needs: ['python'],
    run: () => import('../operate/deploy-emulated.ts'),
  },
  drill: {
    about: 'restores the tables of a second on an emulated AWS, whose point-in-time recovery is real',
    needs: ['python'],
    run: () => import('../operate/drill-emulated.ts'),
  },
  exports: {
    about: 'opens the files of a statement with tools of others',
    needs: ['python'],
    run: () => import('./exports/main.ts'),
  },
  document: {
    about: 'holds openapi.yaml to linters, and to clients in other languages',
    needs: ['python', 'java', 'go'],
    run: withSet('document', () => import('./document/main.ts')),
  },
  schemathesis: {
    about: 'sends what openapi.yaml allows and forbids, drawn by schemathesis',
    needs: ['python'],
    draws: true,
    run: async () => {
      process.argv.push('--only', 'schemathesis');
      await import('./document/main.ts');
    },
  },
  browser: {
    about: 'opens the reference, a receipt and the console in Chromium, and holds the console to WCAG 2.2 AA',
    needs: ['browser'],
    run: () => import('./browser/main.ts'),
  },
  contract: {
    about: "holds what we ask of a PSP, and documented.json, to the Central Bank's document of the Pix API",
    needs: ['pixApi'],
    draws: true,
    run: () => import('./psp/check-contract.ts'),
  },
  woovi: {
    about: 'holds what we ask of Woovi, the fake Woovi and documented.json to its documents',
    needs: ['woovi'],
    draws: true,
    run: () => import('./psp/check-woovi.ts'),
  },
  efi: {
    about: 'holds documented.json to a copy of Efí’s public pages',
    needs: ['efi'],
    draws: true,
    run: () => import('./psp/check-efi.ts'),
  },
  engines: {
    about: 'runs the journeys on another engine: moto, dynamodb-local or localstack',
    needs: ['python'],
    run: async () => {
      if (more().length === 0) process.argv.push('moto');
      await import('../tools/test-engines.ts');
    },
  },
  pipeline: {
    about: 'whether this commit can be deployed: what the workflows run, as far as this machine can',
    again: true,
    run: async () => (await import('./pipeline.ts')).goThrough(),
  },
  mutation: {
    about: 'mutates one small file of the money path: whether npm run mutate works',
    draws: true,
    run: async () => {
      const words = ['Mutates one file', 'mutation', 'stryker', 'run', 'test/mutation/stryker.config.json'];
      node('tools/run.mjs', [...words, '--mutate', 'lib/ledger/entry.ts']);
    },
  },
  draws: {
    about: 'what chance draws: new seeds of the simulation, new values, new requests',
    draws: true,
    run: async () => draw(String(more()[0] ?? randomInt(1, 1_000_000))),
  },
};

/**
 * Runs the tests with random inputs. @param seed is printed, so that npm run test:other -- draws SEED repeats the run
 */
function draw(seed: string): void {
  process.stdout.write(`draws ${seed}\n`);
  process.argv.length = 2;
  node('test/simulation/main.ts', ['--profile', 'all', '--seeds', '5', '--from', seed]);
  vitest('test/vitest.config.ts', ['handler', 'fuzz'], { DRAW_SEED: seed, DRAW_RUNS: '300' });
}

if (process.argv[1] === import.meta.filename) await runNamed('test:other', parts);
