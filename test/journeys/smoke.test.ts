import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../local/service.ts';
import { openTenant } from '../support/api.ts';
import { useServedWorld } from '../support/served-world.ts';

const served = useServedWorld();

async function smoke(
  options: readonly string[],
  environment: object = {},
): Promise<{ code: unknown; lines: string[] }> {
  const args = [join(root, 'operate/smoke.ts'), '--url', served.url, ...options];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return {
    code: await new Promise((resolve) => child.on('close', resolve)),
    lines: printed.trim().split('\n'),
  };
}

const shown = [
  'an unknown route is a 404 in the shape of every error',
  'the address itself says where the reference is',
  'a known path with another method is also a 404',
  'a call without a token is refused, under both forms of a path',
  'wrong client credentials are a 401',
  'the keys that verify tokens are public, and only public',
  'the reference and the OpenAPI document are served and name this address',
  'answers are not cached, and browsers do not guess their type',
];
const done = [
  'client credentials get a token',
  'a self-approved cashout is accepted and becomes SUCCESS',
  'the same call with the same key pays only once',
  'the same key with another amount is a 409',
  'the statement has the cashout once, and its balances add up',
  'a base64-encoded body is verified as raw bytes',
  'a chargeback of an unknown QR code gets the same refusal under both forms of its path',
  'MED cases and webhooks are listed with and without a slash at the end of the path',
];

/**
 * In process, the service is configured with a different address than the one that the smoke test calls. The smoke test
 * must report this difference.
 */
const isOk = (what: string) => !(served.world.stack && what.endsWith('name this address'));
const named = (line: string) => line.replace(/(?<=name this address):.*/, '');

test('the smoke test passes for a correct stage, and reports only faults', { tags: 'dear' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'smoke-'));
  const file = join(folder, 'demo.json');

  const { code, lines } = await smoke(['--sandbox-key', 'local', '--demo', file]);

  const expected = [...shown, ...done].map((what) => `${isOk(what) ? 'ok    ' : 'NOT OK'}  ${what}`);
  expect(lines.map(named)).toEqual(expected);
  expect(code).toBe(served.world.stack ? 1 : 0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('hmac_secret');
  const again = await smoke(['--demo', file]);
  expect(again.lines.filter((line) => line.startsWith('ok'))).toHaveLength(served.world.stack ? 15 : 16);
  rmSync(folder, { recursive: true });
});

test('the smoke test of a stage with real money opens no company', async () => {
  const { lines } = await smoke(['--read-only']);

  expect(lines.map(named)).toEqual([
    ...shown.map((what) => `${isOk(what) ? 'ok    ' : 'NOT OK'}  ${what}`),
    'skipped no token was asked for: SMOKE_CLIENT_ID, SMOKE_CLIENT_SECRET',
  ]);
});

test('the smoke test of a stage with real money gets a token for a client that may only read', async () => {
  const { client_id, client_secret } = await openTenant(served.world.send, { permissions: [] });
  const environment = { SMOKE_CLIENT_ID: client_id, SMOKE_CLIENT_SECRET: client_secret };
  const last = async (more: object) =>
    (await smoke(['--read-only'], { ...environment, ...more })).lines.slice(-2);

  expect(await last({})).toEqual([
    'ok      client credentials get a token',
    'ok      the token reads the accounts of the client',
  ]);
  expect((await last({ SMOKE_CLIENT_SECRET: 'wrong' })).join()).toMatch(
    /^NOT OK {2}client credentials get a token: no token: 401.*NOT OK {2}the token reads/,
  );
});
