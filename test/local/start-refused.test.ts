// npm start prints a message if it cannot start or continue, and leaves a running stack and its data unchanged.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { runAdminAt } from '../support/admin.ts';
import { until } from '../support/api.ts';

type Started = { child: ChildProcess; printed: () => string; ended: Promise<number | null> };

const children: ChildProcess[] = [];
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-start-'));
  folders.push(folder);
  return folder;
}

/** Runs npm start as in a terminal, but without npm itself. */
function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(root, 'local/start.ts'), ...args], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      printed += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, printed: () => printed, ended };
}

const listening = (started: Started) =>
  until(
    async () => started.printed(),
    (text) => text.includes('is listening'),
  );

let first: Started;
let firstPort: number;
let firstData: string;
beforeAll(async () => {
  firstPort = await freePort();
  firstData = newFolder();
  first = start(['--port', String(firstPort), '--data', firstData], {
    BASE_URL: 'https://api.example.com',
    TOKEN_SECONDS: '61',
    SANDBOX_KEY: 'another',
    STAGE: 'local',
  });
  await listening(first);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  await first.ended;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Checks that the first stack still works: it serves a function that was not called before, and its admin address answers. */
async function expectFirstServes(demo: string): Promise<void> {
  expect((await fetch(`http://localhost:${firstPort}/openapi.json`)).status).toBe(200);
  expect(readFileSync(join(firstData, 'demo.json'), 'utf8')).toBe(demo);
  const { endpoint } = JSON.parse(readFileSync(join(firstData, 'lambda.json'), 'utf8'));
  const { company_id } = JSON.parse(demo);
  expect(await runAdminAt(endpoint, 'company', 'show', company_id, '--by', 'ana')).toMatchObject({ code: 0 });
}

describe('a start of the local stack', () => {
  test('the start first prints an announcement', () => {
    expect(first.printed()).toMatch(
      new RegExp(`^Starting PIX cashout on http://localhost:${firstPort} \\.\\.\\.\n`),
    );
  });
});

describe('a start with settings in its environment', () => {
  test('the start lists settings in the environment that it does not read', () => {
    expect(first.printed()).toMatch(
      /^ {2}not read from the environment: BASE_URL, SANDBOX_KEY, TOKEN_SECONDS\./m,
    );
  });
});

describe('a second start of the local stack', () => {
  test('a second start on the same port is refused with the port, and leaves the first stack running', async () => {
    const demo = readFileSync(join(firstData, 'demo.json'), 'utf8');

    const second = start(['--port', String(firstPort), '--data', newFolder()]);

    expect(await second.ended).toBe(1);
    expect(second.printed()).toContain(
      `Port ${firstPort} is taken.\nStop the program that uses it, or use another port: npm start -- --port ${firstPort + 1} --data .local/second\n`,
    );
    await expectFirstServes(demo);
  });

  test('a second start on the same data is refused with the folder, and leaves the first stack running', async () => {
    const demo = readFileSync(join(firstData, 'demo.json'), 'utf8');

    const port = await freePort();
    const second = start(['--port', String(port), '--data', firstData, '--fresh']);

    expect(await second.ended).toBe(1);
    expect(second.printed()).toContain(
      `Another PIX cashout service uses the data in ${firstData}.\nStop it first, or use another folder for this one: npm start -- --port ${port} --data .local/second\n`,
    );
    await expectFirstServes(demo);
  });

  test('a second start is refused on a port that is in use only on IPv6', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
    const { port } = other.address() as { port: number };

    const second = start(['--port', String(port), '--data', newFolder()]);

    expect(await second.ended).toBe(1);
    expect(second.printed()).toContain(`Port ${port} is taken.`);
    other.close();
  });
});

describe('a start of the local stack that fails', () => {
  test('the start names a data folder that cannot be written, and says what to do', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');

    const refused = start(['--port', String(await freePort()), '--data', join(file, 'data')]);

    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(
      `The data folder ${file}/data cannot be written (ENOTDIR).\nnpm start -- --data DIR uses another.\n`,
    );
  });

  test('the start reports data that may be damaged', async () => {
    const data = newFolder();
    const seed = start(['--port', String(await freePort()), '--data', data]);
    await listening(seed);
    seed.child.kill('SIGTERM');
    await seed.ended;
    writeFileSync(join(data, 'engines', 'dynamodb.sqlite'), 'this is no database');

    const refused = start(['--port', String(await freePort()), '--data', data]);

    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toMatch(
      /The embedded DynamoDB did not start.*npm start -- --fresh begins again with empty data\./s,
    );
  });

  test('the start reports an invalid demo.json, and does not claim that an engine has stopped', async () => {
    const data = newFolder();
    writeFileSync(join(data, 'demo.json'), 'this is no JSON');

    const refused = start(['--port', String(await freePort()), '--data', data]);

    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain('is not valid JSON');
    expect(refused.printed()).not.toContain('stopped unexpectedly');
  });

  test('the start reports an invalid port number', async () => {
    const refused = start(['--port', 'http']);

    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toBe('\nhttp is not a port.\nnpm start -- --port 3001\n');
  });

  test('the start reports a LocalStack that does not answer', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;

    const refused = start(['--port', String(await freePort()), '--data', newFolder()], {
      AWS_ENDPOINT_URL: endpoint,
    });

    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(
      `Nothing answers at AWS_ENDPOINT_URL, ${endpoint}.\nStart LocalStack there, or unset it for the embedded engines.\n`,
    );
  });
});

describe('a running stack', () => {
  test('the stack reports a killed engine and ends, leaving only its data', async () => {
    const data = newFolder();
    const temporary = newFolder();
    const started = start(['--port', String(await freePort()), '--data', data], { TMPDIR: temporary });
    await listening(started);

    const engine = execFileSync('pgrep', ['-f', join(data, 'engines', 'dynamodb.sqlite')], {
      encoding: 'utf8',
    });
    for (const pid of engine.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');

    expect(await started.ended).toBe(1);
    expect(started.printed()).toContain(
      'The embedded DynamoDB stopped unexpectedly.\nnpm start starts it again with the same data.\n',
    );
    expect(existsSync(join(data, 'lambda.json'))).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('npm run start:offline names another port if its port is in use, before it starts anything', async () => {
  const program = join(root, 'local/start-offline.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, '--port', String(firstPort)], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([
    1,
    `\nPort ${firstPort} is taken.\nnpm run start:offline -- --port ${firstPort + 1}\n`,
  ]);
});
