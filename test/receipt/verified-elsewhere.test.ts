// Programs in examples/ verify receipts of the service from two files, in each language that is installed on the
// machine.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { programOf } from '../support/languages.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const folder = mkdtempSync(join(tmpdir(), 'receipt-'));
afterAll(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: a body as it was answered
let receipt: any;
let token: string;
beforeAll(async () => {
  const caller = await used.newCaller();
  const { id } = (
    await caller.post('/create-cashout-self-approve', {
      ...caller.source,
      amount: '12.34',
      key: 'fulano@example.com',
    })
  ).body;
  await takeStep(used.stack.deps, id);
  receipt = (await caller.get(`/v3/cashouts/${id}/receipt`)).body;
  token = caller.token;
  const keys = await used.send({ method: 'GET', path: '/.well-known/jwks.json' });
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify(keys.body));
});

/** Returns what a program needs besides its language and is not installed. */
const lacks = (file: string) =>
  file.endsWith('.py') && spawnSync('python3', ['-c', 'import jwt, cryptography']).status !== 0
    ? 'this machine has no PyJWT with cryptography'
    : programOf(file).missing;

function verify(file: string, jws: string, issuer = used.stack.config.BASE_URL) {
  writeFileSync(join(folder, 'receipt.jws'), `${jws}\n`);
  const { command, args, env } = programOf(file);
  const files = [join(folder, 'jwks.json'), join(folder, 'receipt.jws'), issuer];
  const { status, stdout, stderr } = spawnSync(command, [...args, ...files], { env, encoding: 'utf8' });
  return { status, printed: stdout.trim(), errors: stderr };
}

describe.each(['verify-receipt.ts', 'verify_receipt.py', 'verify_receipt.go'])('examples/%s', (file) => {
  test('the example verifies a receipt, and prints its content', ({ skip }) => {
    skip(lacks(file) !== undefined, lacks(file));

    const { status, printed } = verify(file, receipt.jws);

    const { worked: _, genuine: __, code: ___, jws: ____, ...shown } = receipt;
    expect(status).toBe(0);
    expect(JSON.parse(printed)).toEqual({
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      ...shown,
    });
  }, 60_000);

  test('the example refuses a changed amount, an access token, and a different institution', ({ skip }) => {
    skip(lacks(file) !== undefined, lacks(file));
    const [header, payload = '', signature] = receipt.jws.split('.');
    const claims = Buffer.from(payload, 'base64url').toString().replace('12.34', '99.34');
    const forged = [header, Buffer.from(claims).toString('base64url'), signature].join('.');

    const answers = [
      verify(file, forged),
      verify(file, token),
      verify(file, receipt.jws, 'https://thief.example.com'),
      verify(file, 'none'),
    ];

    for (const { status, printed } of answers) {
      // `go run` exits with 1 for every failure of the program.
      expect([status, printed]).toEqual([1, expect.stringMatching(/^not genuine: /)]);
    }
  }, 60_000);
});
