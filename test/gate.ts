// npm test is the gate of every change: lint, types and the fast tests of behaviour. npm run test:all runs all tests.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../local/service.ts';
import { gate } from './projects.ts';

const help = `npm test   Installs what tests need, lints, checks types, and runs the tests of the gate.

  --help   this text

npm run test:all runs this and all other tests. CONTRIBUTING.md says how to run some of them.
`;

type Step = { name: string; seconds: number; isOk: boolean };

/** @param shown true prints the program's output as it arrives; false prints it at the end, and only after a failure */
async function run(name: string, command: string, args: readonly string[], shown: boolean): Promise<Step> {
  const began = performance.now();
  const stdio = shown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: stdio as 'inherit',
    shell: process.platform === 'win32',
  });
  const said: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => void said.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve('it is not there'));
  });
  const isOk = code === 0;
  if (!isOk && !shown) process.stdout.write(`\n${name} failed (${code}):\n${Buffer.concat(said)}\n`);
  return { name, seconds: (performance.now() - began) / 1000, isOk };
}

/** These checks run before the tests, because both take longer if they run at the same time. */
const checkStatically = (): Promise<Step[]> =>
  Promise.all([
    run('types', 'tsc', [], false),
    run('biome', 'biome', ['check', '--error-on-warnings', '--colors=off'], false),
    run(
      'imports',
      'depcruise',
      ['functions', 'lib', 'infra', 'local', 'operate', 'tools', 'bench', 'examples', 'test'],
      false,
    ),
    run('unused', 'knip', ['--no-config-hints'], false),
  ]);

async function main(): Promise<number> {
  const began = performance.now();
  const named = gate.flatMap((name) => ['--project', name]);
  const tests = ['run', '--config', 'test/vitest.config.ts', '--tagsFilter', '!dear', ...named];

  const steps = [...(await checkStatically()), await run('tests', 'vitest', tests, true)];
  const all = (performance.now() - began) / 1000;
  const lines = steps.map(
    ({ name, seconds, isOk }) =>
      `${seconds.toFixed(1).padStart(8)}  ${name}${isOk ? '' : '  FAILED, see above'}`,
  );
  process.stdout.write(`\nSeconds\n${lines.join('\n')}\n${all.toFixed(1).padStart(8)}  in all\n`);
  return steps.every(({ isOk }) => isOk) ? 0 : 1;
}

if (process.argv.includes('--help')) process.stdout.write(help);
else process.exitCode = await main();
