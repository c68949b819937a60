import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultProvider } from '../../lib/platform/lambda-credentials.ts';

afterEach(() => vi.unstubAllEnvs());

const set = (key: string, secret: string, token: string) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', key);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  vi.stubEnv('AWS_SESSION_TOKEN', token);
};

describe('the AWS credentials of a bundled function', () => {
  test('the credentials are those that Lambda sets', async () => {
    set('key', 'secret', 'token');

    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  test('the credentials have no session token on a developer’s machine', async () => {
    set('local', 'local', '');

    expect(await defaultProvider()()).toEqual({ accessKeyId: 'local', secretAccessKey: 'local' });
  });

  test('the credentials are read only from the environment, and an error names the missing variable', async () => {
    set('key', '', '');

    await expect(defaultProvider()()).rejects.toThrow(/AWS_SECRET_ACCESS_KEY/);
  });
});
