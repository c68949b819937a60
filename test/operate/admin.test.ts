import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PixNetwork } from '../../lib/network/port.ts';
import { makeFakePsp } from '../psp/fake-psp.ts';
import { makeCertificate, openPspServer, type PspServer } from '../psp/psp-server.ts';
import { runAdmin as admin, runAdminAt, spawnAdmin } from '../support/admin.ts';
import { openSecretsManager } from '../support/secrets-manager.ts';

const folder = mkdtempSync(join(tmpdir(), 'admin-'));
let psp: PspServer;
beforeAll(async () => {
  const webhooks = { 'us@example.com': 'https://api.example.com/network/pix?hmac=secret-in-the-address' };
  const rules = {} as PixNetwork;
  psp = await openPspServer(
    makeFakePsp({ rules, now: () => new Date(), payerOf: async () => undefined, webhooks }),
  );
});
afterAll(async () => {
  await psp.close();
  rmSync(folder, { recursive: true });
});

const check = (key: string, change: object = {}, ...more: string[]) => {
  const file = join(folder, 'secret.json');
  writeFileSync(file, JSON.stringify({ main: { ...psp.secret, ...change } }));
  const psps = `main efi ${psp.url} ${key}`;
  return admin('network', 'check', 'main', '--psps', psps, '--secret', file, ...more);
};

describe('npm run admin -- network check', () => {
  test('the network check reports success, and prints no secret', async () => {
    const { code, printed } = await check(
      'us@example.com',
      {},
      '--callback',
      'https://api.example.com/network/pix',
    );

    expect([code, printed.match(/^ok /gm)?.length]).toEqual([0, 5]);
    expect(printed).toContain('Callbacks of us@example.com go to https://api.example.com/network/pix.');
    expect(printed).not.toMatch(/secret-in-the-address|BEGIN/);
  });

  test('the network check tells which account the PSP names', async () => {
    expect((await check('us@example.com')).printed).toMatch(/The account there is: key [0-9a-f]{8}\./);
  });

  test('the network check uses only the part of the secret that has the name of the account', async () => {
    const file = join(folder, 'parts.json');
    writeFileSync(file, JSON.stringify({ main: { ...psp.secret, client_secret: 'x' }, two: psp.secret }));
    const psps = `main efi ${psp.url} us@example.com; two bcb ${psp.url} us@example.org; three bcb ${psp.url} us`;
    const of = (name: string) => admin('network', 'check', name, '--psps', psps, '--secret', file);

    expect(await of('main')).toMatchObject({ code: 1 });
    expect((await of('two')).printed).toContain('The PSP accepts the certificate and the credentials.');
    expect((await of('three')).printed).toContain('The secret has no part three.');
    expect((await of('four')).printed).toContain('has no four. Its names: main, two, three.');
  });

  test.each<[string, string, () => Promise<object>, string[], RegExp]>([
    ['no callback is set', 'other@example.com', async () => ({}), [], /NOT OK {2}No callback is registered/],
    [
      'another callback address is set',
      'us@example.com',
      async () => ({}),
      ['--callback', 'https://new.example.com'],
      /NOT OK {2}.*not to https:\/\/new/,
    ],
    [
      'the client secret is wrong',
      'us@example.com',
      async () => ({ client_secret: 'x' }),
      [],
      /NOT OK {2}The PSP refuses access: the PSP refuses us: no token: 401/,
    ],
    [
      'the certificate is unknown',
      'us@example.com',
      async () => {
        const { cert, private: key } = await makeCertificate();
        return { certificate: cert, private_key: key };
      },
      [],
      /NOT OK {2}The PSP refuses access/,
    ],
    [
      'the key belongs to another certificate',
      'us@example.com',
      async () => ({ private_key: (await makeCertificate()).private }),
      [],
      /NOT OK {2}The private key does not match the certificate/,
    ],
  ])('the network check reports that %s', async (_, key, change, more, said) => {
    const { code, printed } = await check(key, await change(), ...more);

    expect(code).toBe(1);
    expect(printed).toMatch(said);
  });

  test('the network check prints its help, and exits with 2 if an option is wrong or a setting is missing', async () => {
    expect(await admin('--help')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('network check'),
    });
    expect(await admin('network', 'check', '--help')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('Example:'),
    });
    expect(await admin('network')).toMatchObject({ code: 2 });
    expect(await admin('network', 'check', '--stage', 'staging')).toMatchObject({
      code: 2,
      printed: expect.stringContaining(
        'The list of PSPs of the stage staging has no sandbox. Its names: none.',
      ),
    });
    expect(await admin('network', 'check', '--nonsense')).toMatchObject({
      code: 2,
      printed: expect.stringContaining('--help'),
    });
  });
});

describe('npm run admin', () => {
  test('the command `rule expiry` reports that it requires one of two options', async () => {
    expect(await admin('rule', 'expiry', '0001/1')).toMatchObject({
      code: 2,
      printed: expect.stringContaining('Give either --hours or --never.'),
    });
  });

  test('the command lists the kinds of subjects, and every subcommand has an example', async () => {
    const { code, printed } = await admin('--help');
    expect(code).toBe(0);
    const nouns = ['company', 'client', 'account', 'policy', 'key', 'freeze', 'thaw', 'audit', 'network'];
    for (const noun of nouns) expect(printed).toMatch(new RegExp(`^  ${noun}\\b`, 'm'));

    for (const words of [['client', 'rotate'], ['freeze', 'list'], ['thaw', 'company'], ['audit']]) {
      const help = await admin(...words, '--help');
      expect(help).toMatchObject({
        code: 0,
        printed: expect.stringContaining(`admin -- ${words.join(' ')}`),
      });
      for (const option of ['--stage', '--by', '--json']) expect(help.printed).toContain(option);
    }
  });

  test.each([
    [['nonsense']],
    [['freeze', 'account', '0001/1']],
    [['company', 'open']],
    [['client', 'rotate']],
  ])('the command line %j is refused, and the usage is printed', async (words) => {
    expect(await admin(...words)).toMatchObject({ code: 2, printed: expect.stringContaining('--help') });
  });

  test('the command reports an unknown outcome if the service does not answer', async () => {
    const nowhere = await runAdminAt('http://127.0.0.1:1', 'company', 'open', '--name', 'Padaria');

    expect(nowhere).toMatchObject({
      code: 3,
      printed: expect.stringContaining('pix-cashout-local-administer cannot be reached'),
    });
  });

  test.each([
    [0, ['--help']],
    [2, ['nonsense']],
    [3, ['company', 'open', '--name', 'Padaria']],
  ])(
    'the command exits with %d, and prints the same in the test’s process as in a separate process',
    async (code, words) => {
      const spawned = await spawnAdmin('http://127.0.0.1:1', ...words);

      expect(spawned).toEqual(await runAdminAt('http://127.0.0.1:1', ...words));
      expect(spawned.code).toBe(code);
    },
  );
});

describe('npm run admin -- secrets', () => {
  test('the command restores the previous value of a secret, and then the current value again', async () => {
    const manager = await openSecretsManager();
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', manager.endpoint);
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      vi.stubEnv(name, 'local');
    const back = () => admin('secrets', 'back', 'psp', '--stage', 'production');
    const id = 'pix-cashout-production-psp';
    try {
      manager.put(id, { client_id: 'good' });
      expect(await back()).toMatchObject({
        code: 1,
        printed: expect.stringContaining('had no value before'),
      });
      manager.put(id, { client_id: 'bad' });

      expect((await back()).code).toBe(0);
      expect(manager.read(id)).toEqual({ client_id: 'good' });
      await back();
      expect(manager.read(id)).toEqual({ client_id: 'bad' });
    } finally {
      vi.unstubAllEnvs();
      manager.close();
    }
  });

  test('the command fills a stage, rotates a key step by step, and prints no value', async () => {
    const manager = await openSecretsManager();
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', manager.endpoint);
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      vi.stubEnv(name, 'local');
    const secrets = (...words: string[]) => admin('secrets', ...words, '--stage', 'staging');
    const said = 'Stage: staging in local\n';
    try {
      expect(await secrets('init')).toEqual({
        code: 0,
        printed: `${said}written: callers, token-signing, receipt-signing, sandbox, callback\n`,
      });
      expect(await secrets('init')).toEqual({ code: 0, printed: `${said}nothing to do\n` });
      expect((await secrets('add', 'token')).code).toBe(0);
      expect(await secrets('use', 'token')).toEqual({
        code: 1,
        printed: `${said}The last step may not have reached every container: try again in 10 min, or use --now.\n`,
      });
      expect((await secrets('use', 'token', '--now')).code).toBe(0);
      const { code, printed } = await secrets('show');

      expect(code).toBe(0);
      expect(printed.split('\n')[1]).toMatch(/^token keys that verify +\w{16}, \w{16}$/);
      for (const name of ['callers', 'token-signing', 'sandbox', 'callback']) {
        for (const value of Object.values(manager.read(`pix-cashout-staging-${name}`)))
          expect(printed).not.toContain(value);
      }
    } finally {
      vi.unstubAllEnvs();
      manager.close();
    }
  });

  test('the command refuses to run without the name of a stage', async () => {
    expect((await admin('secrets', 'init')).code).toBe(2);
  });
});

test('the command `client rotate` refuses an empty number of hours', async () => {
  const { code, printed } = await admin('client', 'rotate', '3b9a', '--hours', '');

  expect([code, printed]).toEqual([2, expect.stringContaining('It must be a whole number.')]);
});
