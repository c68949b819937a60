import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePrograms } from '../../../tools/bundle-programs.ts';
import { makeAws } from './aws.ts';

/** A folder outside this repository, so no package can be found from there. */
const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-bundled-'));
const aws = makeAws();
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const [path = ''] = url.split('?');
  const body = await buffer(request);
  const answer = aws.answer({ method, path, headers: headers as Record<string, string>, body });
  response.writeHead(answer.statusCode, answer.headers).end(answer.body);
});

beforeAll(async () => {
  await bundlePrograms(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a bundled program with only Node, in its own folder. */
async function run(program: string, ...args: string[]) {
  const { port } = server.address() as AddressInfo;
  const env = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    ...{ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'sa-east-1', HOME: folder },
  };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  const [code, stdout, stderr] = await Promise.all([
    new Promise((resolve) => child.once('close', resolve)),
    buffer(child.stdout),
    buffer(child.stderr),
  ]);
  return { code, said: `${stdout}${stderr}` };
}

describe('the packaged programs, without node_modules,', () => {
  test('print their help', async () => {
    expect(readdirSync(folder)).toEqual(['smoke.mjs', 'stage.mjs']);
    expect(await run('stage.mjs', '--help')).toEqual({ code: 0, said: expect.stringMatching(/--code-only/) });
    expect(await run('smoke.mjs', '--help')).toEqual({ code: 0, said: expect.stringMatching(/--read-only/) });
  });

  test('deploy the code of a package, and leave the data stack unchanged', async () => {
    const name = 'pix-cashout-staging';
    const Outputs = { Artifacts: { Value: 'bucket' } };
    aws.add(`${name}-bootstrap`, 'CREATE_COMPLETE', { Resources: {}, Outputs });
    aws.add(`${name}-data`, 'CREATE_COMPLETE');
    aws.add(name, 'CREATE_COMPLETE');
    const code = {
      Resources: { Function: { Type: 'AWS::Lambda::Function' } },
      Outputs: { HttpApiUrl: { Value: 'https://api' } },
    };
    mkdirSync(join(folder, 'staging'));
    writeFileSync(join(folder, 'staging/code.json'), JSON.stringify(code));
    writeFileSync(join(folder, 'staging/artifacts.json'), JSON.stringify({ k: 'code.json' }));

    const { code: exit, said } = await run(
      ...(['stage.mjs', 'deploy', 'staging', '--package', 'staging', '--code-only'] as const),
    );

    expect([exit, said]).toEqual([0, expect.stringContaining('address: https://api')]);
    expect(aws.stacks.get(name)?.resources).toHaveProperty('Function');
    expect(aws.changes.filter((call) => call.includes('-data'))).toEqual([]);
  });
});
