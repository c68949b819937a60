import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTokens } from '../../lib/access/tokens.ts';
import { makeSealer } from '../../lib/platform/secrets.ts';
import { describeSecrets, fillSecrets, rotateSecret } from '../../operate/stage-secrets.ts';
import { openSecretsManager, type SecretsManager } from '../support/secrets-manager.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const begin = new Date('2026-11-21T12:00:00Z').getTime();
let time = begin;
let manager: SecretsManager;
let stage = 0;
beforeAll(async () => {
  manager = await openSecretsManager(() => new Date(time));
});
afterAll(() => manager.close());
beforeEach(() => {
  stage += 1;
  time = begin;
});

const options = () => ({ stage: `s${stage}`, manager: manager.client, now: () => new Date(time) });
const secret = (name: string) => manager.read(`pix-cashout-s${stage}-${name}`);
const later = (minutes: number) => {
  time += minutes * 60_000;
};
const rotate = (
  what: 'token' | 'receipt' | 'data' | 'callback',
  step: 'add' | 'use' | 'retire',
  isUrgent = false,
) => rotateSecret(options(), what, step, isUrgent);
/** Returns the tokens of a container that reads the current secrets. */
const tokens = () =>
  makeTokens({ ...used.stack.config, ...secret('callers'), ...secret('token-signing') } as never);
const identity = { userId: 'u', clientId: 'c', companyId: 'co', audience: 'api' } as const;

describe('the secrets of a stage', () => {
  test('the secrets are filled once, and a second run changes nothing', async () => {
    expect(await fillSecrets(options())).toEqual([
      'callers',
      'token-signing',
      'receipt-signing',
      'sandbox',
      'callback',
    ]);
    const before = ['callers', 'token-signing', 'receipt-signing', 'sandbox', 'callback'].map(secret);

    expect(await fillSecrets(options())).toEqual([]);
    expect(['callers', 'token-signing', 'receipt-signing', 'sandbox', 'callback'].map(secret)).toEqual(
      before,
    );
    const { token } = await tokens().issue(identity, new Date(), 'id');
    expect(await tokens().verify(token, new Date())).toEqual(identity);
  });

  test('a repeated run fills the missing secrets after an interruption, with a matching pair of signing keys', async () => {
    await fillSecrets(options());
    const { DATA_KEYS } = secret('callers');
    stage += 1;
    manager.put(`pix-cashout-s${stage}-callers`, { DATA_KEYS, TOKEN_PUBLIC_KEYS: '{"keys":[]}' });

    expect(await fillSecrets(options())).toEqual([
      'callers',
      'token-signing',
      'receipt-signing',
      'sandbox',
      'callback',
    ]);
    expect(secret('callers')).toMatchObject({ DATA_KEYS });
    const { token } = await tokens().issue(identity, new Date(), 'id');
    expect(await tokens().verify(token, new Date())).toEqual(identity);
  });

  test('the other secrets are filled if a signing key already exists', async () => {
    await fillSecrets(options());
    const signing = secret('token-signing');
    stage += 1;
    manager.put(`pix-cashout-s${stage}-token-signing`, signing);

    expect(await fillSecrets(options())).toEqual(['callers', 'receipt-signing', 'sandbox', 'callback']);
    const { token } = await tokens().issue(identity, new Date(), 'id');
    expect(await tokens().verify(token, new Date())).toEqual(identity);
    expect(secret('callers').TOKEN_PUBLIC_KEYS).not.toContain('"d"');
  });

  test('the secrets are listed without their values', async () => {
    await fillSecrets(options());

    const shown = JSON.stringify(await describeSecrets(options()));

    const values = ['callers', 'token-signing', 'receipt-signing', 'sandbox', 'callback'].flatMap((name) =>
      Object.values(secret(name)),
    );
    for (const value of values) expect(shown).not.toContain(value);
    expect(shown).toContain('token key that signs');
  });
});

describe('the secrets of a stage without a sandbox', () => {
  beforeEach(() => manager.remove(`pix-cashout-s${stage}-sandbox`));

  test('the secrets are filled and listed without a sandbox key', async () => {
    expect(await fillSecrets(options())).toEqual(['callers', 'token-signing', 'receipt-signing', 'callback']);
    expect(await fillSecrets(options())).toEqual([]);

    expect(Object.keys(await describeSecrets(options())).join()).not.toContain('sandbox');
  });

  test('the secrets are rotated without a sandbox key', async () => {
    await expect(rotate('token', 'add')).rejects.toThrow(
      'These secrets are still empty: callers, token-signing, receipt-signing, callback.',
    );
    await fillSecrets(options());

    expect(await rotate('token', 'add')).toEqual(['callers', 'token-signing']);
  });

  test('the secrets are not filled while the callback secret is missing', async () => {
    manager.remove(`pix-cashout-s${stage}-callback`);

    await expect(fillSecrets(options())).rejects.toThrow('no secret');
  });
});

describe('a rotation of secrets', () => {
  test('no valid token is refused during a rotation of the token key', async () => {
    await fillSecrets(options());
    const now = new Date();
    const old = (await tokens().issue(identity, now, 'old')).token;

    expect(await rotate('token', 'add')).toEqual(['callers', 'token-signing']);
    await expect(rotate('token', 'use')).rejects.toThrow('again in 10 min, or use --now');
    later(10);
    expect(await rotate('token', 'use')).toEqual(['token-signing']);
    const recent = (await tokens().issue(identity, now, 'new')).token;
    expect(await Promise.all([old, recent].map((token) => tokens().verify(token, now)))).toEqual([
      identity,
      identity,
    ]);
    later(39);
    await expect(rotate('token', 'retire')).rejects.toThrow('again in 1 min, or use --now');
    later(1);
    expect(await rotate('token', 'retire')).toEqual(['callers']);

    expect(await Promise.all([old, recent].map((token) => tokens().verify(token, now)))).toEqual([
      undefined,
      identity,
    ]);
  });

  test('a rotation of the receipt key keeps the old key published, unless that key has leaked', async () => {
    await fillSecrets(options());
    const kids = () =>
      JSON.parse(secret('callers').RECEIPT_PUBLIC_KEYS ?? '').keys.map(({ kid }: { kid: string }) => kid);
    const signs = () => JSON.parse(secret('receipt-signing').RECEIPT_SIGNING_KEY ?? '').kid as string;
    const [first, codeKey] = [signs(), secret('receipt-signing').RECEIPT_CODE_KEY];

    expect(await rotate('receipt', 'add')).toEqual(['callers', 'receipt-signing']);
    await expect(rotate('receipt', 'add')).rejects.toThrow('There is a new key already');
    later(10);
    expect(await rotate('receipt', 'use')).toEqual(['receipt-signing']);

    expect(signs()).not.toBe(first);
    expect(kids()).toEqual([first, signs()]);
    expect(secret('receipt-signing').RECEIPT_CODE_KEY).toBe(codeKey);
    await expect(rotate('receipt', 'retire')).rejects.toThrow('Receipts are verified for years');
    await rotate('receipt', 'retire', true);
    expect(kids()).toEqual([signs()]);
    expect(secret('callers').RECEIPT_PUBLIC_KEYS).not.toContain('"d"');
  });

  test('during a rotation of the data key, data encrypted with either key can be decrypted', async () => {
    await fillSecrets(options());
    const sealer = () => makeSealer({ DATA_KEYS: (secret('callers').DATA_KEYS ?? '').split(',') });
    const before = sealer().seal('s3cret', 'owner');
    await rotate('data', 'add');
    const between = sealer().seal('s3cret', 'owner');
    later(10);
    await rotate('data', 'use');
    const after = sealer().seal('s3cret', 'owner');

    expect([before, between, after].map((sealed) => sealer().open(sealed, 'owner'))).toEqual([
      's3cret',
      's3cret',
      's3cret',
    ]);
    await rotate('data', 'retire', true);
    expect(sealer().open(after, 'owner')).toBe('s3cret');
    expect(() => sealer().open(before, 'owner')).toThrow();
    expect(() => sealer().open(between, 'owner')).toThrow();
  });

  test('during a rotation of the callback secret, the old and the new secret are both accepted', async () => {
    await fillSecrets(options());
    const old = secret('callback').NETWORK_CALLBACK_SECRETS;
    await rotate('callback', 'add');
    const [first, second, ...others] = (secret('callback').NETWORK_CALLBACK_SECRETS ?? '').split(',');
    expect([first, others]).toEqual([old, []]);
    later(10);
    await expect(rotate('callback', 'use')).rejects.toThrow('Every callback secret is already accepted');

    await rotate('callback', 'retire');

    expect(secret('callback')).toEqual({ NETWORK_CALLBACK_SECRETS: second });
  });

  test.each(['token', 'data', 'callback'] as const)(
    'a rotation of the %s key allows two valid keys, and refuses a third key',
    async (what) => {
      await fillSecrets(options());
      await expect(rotate(what, 'retire', true)).rejects.toThrow('There is only one key');
      await rotate(what, 'add');

      await expect(rotate(what, 'add')).rejects.toThrow('There are two keys already');
    },
  );

  test('a rotation is refused if the secrets have not been filled', async () => {
    await expect(rotate('token', 'add')).rejects.toThrow(
      'These secrets are still empty: callers, token-signing, receipt-signing, sandbox, callback',
    );
  });
});
