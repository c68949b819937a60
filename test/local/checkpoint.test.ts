import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkpointIn } from '../../local/checkpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-checkpoint-'));
const file = join(folder, 'stream.json');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that writes positions until it is killed, and reports its start. */
const writer = `
  const { checkpointIn } = await import(${JSON.stringify(new URL('../../local/checkpoint.ts', import.meta.url).href)});
  const checkpoint = checkpointIn(${JSON.stringify(file)});
  for (let round = 1; ; round++) {
    checkpoint.write('arn:stream', String(round).padStart(100_000, '0'));
    if (round === 10) process.stdout.write('begun');
  }`;

test('a process killed while writing its checkpoint leaves a readable checkpoint', async () => {
  for (let round = 0; round < 10; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(Number(checkpointIn(file).read('arn:stream'))).toBeGreaterThan(0);
  }
  expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
});

test('a checkpoint is stored even if no engine has created its folder', () => {
  checkpointIn(join(folder, 'engines', 'stream.json')).write('arn:stream', '1');

  expect(checkpointIn(join(folder, 'engines', 'stream.json')).read('arn:stream')).toBe('1');
});
