// Several commands install packages at the same time, or after an interrupted installation. npm is replaced by
// fake-npm.ts.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { until } from '../support/api.ts';

type Command = { child: ChildProcess; said: () => string; ended: Promise<number | null> };

const whole = ['begin', 'half of one', 'end'];
let folder: string;
let commands: Command[] = [];

const at = (path: string) => join(folder, path);
const has = (path: string) => existsSync(at(path));
const put = (path: string, content = '') => writeFileSync(at(path), content);
const remove = (path: string) => rmSync(at(path), { recursive: true });
const steps = () =>
  has('control/steps') ? readFileSync(at('control/steps'), 'utf8').trim().split('\n') : [];
const npmPid = () => Number(readFileSync(at('control/npm'), 'utf8'));

function killNpm(): void {
  const pid = npmPid();
  remove('control/npm');
  process.kill(pid, 'SIGKILL');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-cashout-install-'));
  for (const name of ['bin', 'control', 'local', 'tools']) mkdirSync(at(name));
  for (const name of ['install.mjs', 'install-lock.mjs', 'installed.mjs', 'run.mjs'])
    cpSync(join(root, 'tools', name), at(`tools/${name}`));
  put('package.json', JSON.stringify({ type: 'module', workspaces: ['local'] }));
  put('package-lock.json', '{}');
  put('local/package.json', '{}');
  put('bin/npm', `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'test/support/fake-npm.ts')}" "$@"\n`);
  chmodSync(at('bin/npm'), 0o755);
});

afterEach(async () => {
  if (has('control/hold')) remove('control/hold');
  for (const { child } of commands) child.kill('SIGKILL');
  await Promise.all(commands.map(({ ended }) => ended));
  commands = [];
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/**
 * Starts an npm command. With a proxy in its environment, the installation does not check whether the registry is
 * reachable.
 */
function begin(name = 'demo', settings: Record<string, string> = { test_proxy: 'yes' }): Command {
  const env: NodeJS.ProcessEnv = { ...process.env, npm_lifecycle_event: name };
  for (const key of Object.keys(env)) if (/_proxy$/i.test(key)) delete env[key];
  const child = spawn(process.execPath, [at('tools/run.mjs'), 'What it is for', 'start', 'node', '-p', '1'], {
    env: { ...env, ...settings, PATH: [at('bin'), env.PATH].join(delimiter) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  // The event "close" would wait for npm, which may outlive the command and keep its output open.
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const command = { child, said: () => said, ended };
  commands.push(command);
  return command;
}

async function run(settings?: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const { child, said } = begin('demo', settings);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, said: said() };
}

const says = (command: Command, text: string) =>
  until(
    async () => command.said(),
    (said) => said.includes(text),
  );

const reaches = (step: string) =>
  until(
    async () => steps(),
    (all) => all.includes(step),
  );

/** Starts a command whose npm pauses in the middle of a package. */
async function beginAndHold(): Promise<Command> {
  put('control/hold');
  const command = begin('start');
  await reaches('half of one');
  return command;
}

function expectWhole(): void {
  for (const path of ['one/index.js', '.bin/node', '.installed-set.json'])
    expect(has(`node_modules/${path}`), path).toBe(true);
  expect(has('node_modules/.installing.json')).toBe(false);
  expect(steps()).not.toContain('TWO AT ONCE');
}

describe('several concurrent commands that need the packages', () => {
  test.each([1, 2, 5])(
    'the packages are installed once, while %i commands wait with a message',
    async (count) => {
      const first = await beginAndHold();
      const others = Array.from({ length: count }, () => begin());
      for (const other of others)
        await says(other, `Waiting for npm run start (pid ${first.child.pid}) ...\n`);
      remove('control/hold');

      for (const { ended } of [first, ...others]) expect(await ended).toBe(0);
      expect(steps()).toEqual(whole);
      expectWhole();
    },
  );

  test('the packages are installed once even if the commands start at the same moment', async () => {
    const all = Array.from({ length: 6 }, () => begin());

    for (const { ended } of all) expect(await ended).toBe(0);
    expect(steps()).toEqual(whole);
    expectWhole();
  });
});

describe('a command killed during an install', () => {
  test('the killed command’s npm keeps running; the next commands wait for it, and one of them installs from nothing', async () => {
    const first = await beginAndHold();
    const others = [begin(), begin()];
    for (const other of others) await says(other, 'Waiting for npm run start');
    first.child.kill('SIGKILL');
    others.push(begin());
    const orphan = `npm (pid ${npmPid()}), which was started by npm run start (pid ${first.child.pid})`;
    for (const other of others) await says(other, `Waiting for ${orphan} ...\n`);
    expect(steps()).toEqual(['begin', 'half of one']);
    remove('control/hold');

    for (const { ended } of others) expect(await ended).toBe(0);
    expect(steps()).toEqual([...whole, ...whole]);
    const said = others.map((other) => other.said()).join('');
    expect(said.split('The last install has not ended: removing node_modules')).toHaveLength(2);
    expectWhole();
  });

  test('if a command is killed together with its npm, one of the waiting commands takes over', async () => {
    const first = await beginAndHold();
    const others = [begin(), begin(), begin()];
    for (const other of others) await says(other, 'Waiting for npm run start');
    first.child.kill('SIGKILL');
    killNpm();
    remove('control/hold');

    for (const { ended } of others) expect(await ended).toBe(0);
    expect(steps()).toEqual(['begin', 'half of one', ...whole]);
    expectWhole();
  });

  test.skipIf(process.platform !== 'linux')(
    'the script of a package keeps running, and the next command waits for the script',
    async () => {
      put('control/with-script');
      const first = await beginAndHold();
      await reaches('script begins');
      first.child.kill('SIGKILL');
      killNpm();
      const next = begin();
      await says(next, 'Waiting for what a killed npm has left behind (pid ');
      remove('control/hold');

      expect(await next.ended).toBe(0);
      expect(steps()).toEqual(['begin', 'half of one', 'script begins', 'script ends', ...whole]);
      expectWhole();
    },
  );

  test('the killed command leaves no incomplete package for the next command', async () => {
    const first = await beginAndHold();
    first.child.kill('SIGKILL');
    killNpm();
    await first.ended;
    remove('control/hold');
    mkdirSync(at('local/node_modules/half'), { recursive: true });

    expect(await run()).toMatchObject({ status: 0 });
    expect(has('local/node_modules')).toBe(false);
    expectWhole();
    expect(await run()).toEqual({ status: 0, said: '' });
  });

  test('a command whose npm is killed fails, and the next command installs the packages', async () => {
    const first = await beginAndHold();
    killNpm();

    expect(await first.ended).toBe(1);
    expect(first.said()).toContain('npm was ended by SIGKILL.');
    remove('control/hold');
    expect(await run()).toMatchObject({ status: 0 });
    expectWhole();
  });
});

describe('a missing part of the installation', () => {
  test.each(['node_modules/one/package.json', 'node_modules/.bin/node', 'node_modules/.package-lock.json'])(
    'a missing %s leads to a complete new install',
    async (path) => {
      await run();
      put('node_modules/old');
      remove(path);

      const { status, said } = await run();
      expect(status).toBe(0);
      expect(said).toContain(`${path} is missing: removing node_modules, to install all anew.\n`);
      expect(has('node_modules/old')).toBe(false);
      expectWhole();
    },
  );

  test.each(['{"lockf', undefined])(
    'a missing or changed install stamp (%j) leads to an npm run over the existing packages',
    async (stamp) => {
      await run();
      put('node_modules/of-mine');
      if (stamp) put('node_modules/.installed-set.json', stamp);
      else remove('node_modules/.installed-set.json');

      const { status, said } = await run();
      expect(status).toBe(0);
      expect(said).not.toContain('removing');
      expect(has('node_modules/of-mine')).toBe(true);
      expectWhole();
      expect(await run()).toEqual({ status: 0, said: '' });
    },
  );
});

test('nothing is installed through a symbolic link, and nothing is removed from its target', async () => {
  await run();
  renameSync(at('node_modules'), at('elsewhere'));
  symlinkSync(at('elsewhere'), at('node_modules'));
  expect(await run()).toEqual({ status: 0, said: '' });
  remove('elsewhere/one/package.json');

  const { status, said } = await run();

  expect([status, said]).toEqual([
    1,
    `node_modules is a link to ${realpathSync(at('elsewhere'))}: install there, or remove the link.\n`,
  ]);
  expect(has('elsewhere/.bin/node')).toBe(true);
  expect(steps()).toEqual(whole);
});

describe('an npm install that fails', () => {
  test('a failed install over existing packages is followed by an install from scratch', async () => {
    mkdirSync(at('node_modules/in-the-way'), { recursive: true });

    const { status, said } = await run();
    expect(status).toBe(0);
    expect(said).toContain('npm has failed (217): removing node_modules, to install all anew.\n');
    expect(steps()).toEqual(['begin', 'fail', ...whole]);
    expectWhole();
  });

  test('if npm install fails twice, the command fails, and the next command installs from scratch', async () => {
    put('control/fail');
    const { status, said } = await run();

    expect(status).toBe(1);
    expect(said).toContain(
      'could not be installed: npm has failed (217), see the lines above.\nThen try again.\n',
    );
    expect(steps()).toEqual(['begin', 'fail', 'begin', 'fail']);
    remove('control/fail');
    expect((await run()).said).toContain('The last install has not ended');
    expectWhole();
  });

  test('a failure for lack of a network leaves the existing packages', async () => {
    await run();
    const stamp = readFileSync(at('node_modules/.installed-set.json'));
    put('package-lock.json', '{ }');
    put('control/registry', `http://127.0.0.1:${await freePort()}`);
    put('control/fail');
    const { status, said } = await run({});

    expect(status).toBe(1);
    expect(said).toContain('check the network');
    expect(said).not.toContain('removing');
    expect(readFileSync(at('node_modules/.installed-set.json'))).toEqual(stamp);
    expectWhole();
  });

  test('a failure of npm without an error code is detected', async () => {
    put('control/no-node');
    const { status, said } = await run();

    expect(status).toBe(1);
    expect(steps()).toEqual([...whole, ...whole]);
    expect(said).toContain(
      'npm reports success, but node_modules/.bin/node is missing, see the lines above.',
    );
    expect(said).toContain('npm config get ignore-scripts');
  });
});

describe('an unknown program on the port that serves as install lock', () => {
  test('a command prints advice and installs nothing, whether the program answers, is silent or closes the connection', {
    tags: 'dear',
  }, async () => {
    const strangers = [
      (socket: Socket) => socket.write('SSH-2.0\r\n'),
      () => {},
      (socket: Socket) => socket.destroy(),
    ];

    await Promise.all(strangers.map(refusesToInstall));
    expect(steps()).toEqual([]);
  });

  async function refusesToInstall(meet: (socket: Socket) => void): Promise<void> {
    const port = await freePort();
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      meet(socket);
    });
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    try {
      const { status, said } = await run({ test_proxy: 'yes', INSTALL_LOCK_PORT: String(port) });
      expect(status).toBe(1);
      expect(said).toContain(`Port ${port} of 127.0.0.1 is taken, and not by an install.`);
      expect(said).toContain('set INSTALL_LOCK_PORT to a free port');
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  }
});
