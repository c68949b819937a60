import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../local/service.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/run.mjs'), 'what it is for', 'test', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

test('a program of this repository gets its command-line arguments', () => {
  const { status, stdout } = run('local/demo.ts', '--help');

  expect(status).toBe(0);
  expect(stdout).toContain('npm run demo');
});

test('the exit code of an installed program is passed on', () => {
  expect(run('node', '-e', 'process.exit(7)').status).toBe(7);
});

test('an unknown program is named in the error message', () => {
  const { status, stderr } = run('no-such-program');

  expect(status).not.toBe(0);
  expect(stderr).toContain('no-such-program');
});

test('an unknown set of packages is named in the error message, together with the existing sets', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/install.mjs'), 'nix'], {
    encoding: 'utf8',
  });

  expect(status).toBe(2);
  expect(stderr).toBe(
    'There is no set nix. node tools/install.mjs start | test | document | mutation | policies\n',
  );
});

test('an unknown part of test:all is named in the error message, and nothing is run', () => {
  expect(run('test/all.ts', '--skip', 'gate,nix')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'There is no part nix.\nnpm run test:all -- --help lists them.\n',
  });
});

test('every command of package.json has a description, and there are at most twenty commands', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  for (const [name, command] of Object.entries(scripts)) {
    // These commands only run other commands of package.json.
    if (name === 'check' || name === 'lint') continue;
    expect(command, name).toMatch(/^node tools\/run\.mjs "[A-Z][^"]+" (start|test|mutation) \S/);
  }
});
