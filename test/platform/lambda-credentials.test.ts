import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultProvider } from '../../lib/platform/lambda-credentials.ts';

afterEach(() => vi.unstubAllEnvs());

const set = (key: string, secret: string, token: string) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', key);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  vi.stubEnv('AWS_SESSION_TOKEN', token);
};

describe('credentials in a bundle', () => {
  test('are those that Lambda sets', async () => {
    set('key', 'secret', 'token');

    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  test('have no session on a developer’s machine', async () => {
    set('local', 'local', '');

    expect(await defaultProvider()()).toEqual({ accessKeyId: 'local', secretAccessKey: 'local' });
  });

  test('are read only from the environment, and an error names what is missing', async () => {
    set('key', '', '');

    await expect(defaultProvider()()).rejects.toThrow(/AWS_SECRET_ACCESS_KEY/);
  });
});
