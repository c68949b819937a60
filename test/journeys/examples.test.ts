import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid4 } from '../../lib/pix-key.ts';
import { root } from '../../local/service.ts';
import { ended, openCaller, openTenant, openWorld, type World } from '../support/api.ts';
import { serve } from '../support/front.ts';

let world: World;
let front: Awaited<ReturnType<typeof serve>> | undefined;
beforeAll(async () => {
  world = await openWorld();
  if (world.stack) front = await serve(world.send);
});
afterAll(async () => {
  await front?.close();
  await world.close();
});

/** What it prints, with the credentials of a client of its own. */
async function run(command: string, file: string) {
  const tenant = await openTenant(world.send);
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  const demo = join(folder, 'demo.json');
  writeFileSync(demo, JSON.stringify({ base_url: front?.url ?? world.baseUrl, ...tenant }, null, 2));
  const child = spawn(command, [join(root, 'examples', file)], { env: { ...process.env, DEMO: demo } });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  rmSync(folder, { recursive: true });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return { tenant, printed };
}

const programs = [
  { file: 'cashout.ts', command: process.execPath, tag: 'from TypeScript', needs: [] },
  { file: 'cashout.py', command: 'python3', tag: 'from Python', needs: ['python3'] },
  { file: 'cashout.sh', command: 'sh', tag: 'from curl', needs: ['curl', 'openssl'] },
];
const isThere = (command: string) => spawnSync('which', [command]).status === 0;

for (const { file, command, tag, needs } of programs) {
  test.skipIf(!needs.every(isThere))(`examples/${file} sends a cashout`, async () => {
    const { tenant, printed } = await run(command, file);

    const cashout = JSON.parse(printed);
    expect(cashout).toMatchObject({ worked: true, status: 'PROCESSING', amount: 1.23, tag });
    expect(isUuid4(cashout.idempotency_key)).toBe(true);
    const end = await ended(await openCaller(world.send, tenant), cashout.id);
    expect(end.body).toMatchObject({ status: 'SUCCESS', amount: 1.23, tag });
  });
}
