import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';

const nowhere = mkdtempSync(join(tmpdir(), 'no-programs-'));
afterAll(() => rmSync(nowhere, { recursive: true }));

async function run(file: string, options: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, file), ...options], {
    env: { ...process.env, ...environment },
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return { code: await new Promise((resolve) => child.on('close', resolve)), printed };
}

describe('without a required program,', () => {
  test.each([
    'local/start-localstack.ts',
    'operate/deploy-emulated.ts',
    'tools/test-engines.ts',
    'operate/judge-templates.ts',
    'operate/smoke.ts',
  ])('%s prints its help without that program', async (file) => {
    const { code, printed } = await run(file, ['--help'], { PATH: nowhere });

    expect(code).toBe(0);
    expect(printed).toMatch(/^npm run [\w:]+/);
  });

  test.each([
    ['local/start-localstack.ts', ['--docker']],
    ['tools/test-engines.ts', ['localstack', '--docker']],
  ])('%s %j reports that Docker is missing, and says what to do', async (file, options) => {
    expect(await run(file, options, { PATH: nowhere })).toEqual({
      code: 1,
      printed:
        'Docker is not installed.\nInstall Docker (https://docs.docker.com/get-docker/), or leave --docker out.\n',
    });
  });

  test.each([
    ['local/start-localstack.ts', []],
    ['tools/test-engines.ts', ['localstack']],
    ['tools/test-engines.ts', ['moto']],
  ])('%s %j reports that Python is missing, and says what to do', async (file, options) => {
    expect(await run(file, options, { PATH: nowhere })).toEqual({
      code: 1,
      printed: expect.stringMatching(
        /^python3 failed \(it is not installed\)\.\s+Python 3\.11 or later with pip and venv is needed/,
      ),
    });
  });

  test('test-engines.ts requires the name of an engine', async () => {
    expect(await run('tools/test-engines.ts', [])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('dynamodb-local, moto, localstack'),
    });
  });

  test('smoke.ts reports a missing address or company', async () => {
    expect(await run('operate/smoke.ts', [])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('--url'),
    });
    const { code, printed } = await run('operate/smoke.ts', ['--url', 'http://127.0.0.1:9'], {
      SANDBOX_KEY: '',
    });
    expect(printed).toMatch(/^NOT OK .*: fetch failed: bad port$/m);
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('Give --sandbox-key, --demo or --read-only.'),
    ]);
  });
});
