import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeReadSettings } from '../../lib/platform/secret-settings.ts';
import { openSecretsManager, type SecretsManager } from '../support/secrets-manager.ts';

let manager: SecretsManager;
beforeAll(async () => {
  manager = await openSecretsManager();
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', manager.endpoint);
  for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local');
});
afterAll(() => {
  vi.unstubAllEnvs();
  manager.close();
});

function open(ids: string) {
  const clock = { time: 0, faults: 0 };
  const read = makeReadSettings(
    { STAGE: 'staging', SECRET_IDS: ids },
    () => new Date(clock.time),
    () => {
      clock.faults += 1;
    },
  );
  return { clock, read };
}
const minutes = 60_000;

describe('the secret settings of a container', () => {
  test('the secrets replace the values in the environment, from every named secret', async () => {
    manager.put('one', { DATA_KEYS: 'a' });
    manager.put('two', { SANDBOX_KEY: 'b' });

    expect(await open('one,two').read()).toEqual({
      STAGE: 'staging',
      SECRET_IDS: 'one,two',
      DATA_KEYS: 'a',
      SANDBOX_KEY: 'b',
    });
  });

  test('the environment alone is used if no secret is named, and no secret is requested', async () => {
    const before = manager.reads();

    expect(await open('').read()).toEqual({ STAGE: 'staging', SECRET_IDS: '' });
    expect(manager.reads()).toBe(before);
  });

  test('the secrets are read every five minutes, and the settings are replaced only if a secret has changed', async () => {
    manager.put('three', { DATA_KEYS: 'old' });
    const { clock, read } = open('three');
    const first = await read();
    const reads = manager.reads();
    clock.time = 5 * minutes - 1;
    expect(await read()).toBe(first);
    expect(manager.reads()).toBe(reads);
    clock.time = 5 * minutes;
    expect(await read()).toBe(first);
    expect(manager.reads()).toBe(reads + 1);

    manager.put('three', { DATA_KEYS: 'old,new' });
    clock.time = 10 * minutes;

    expect(await read()).toMatchObject({ DATA_KEYS: 'old,new' });
  });

  test('the secrets are kept for an hour if they cannot be read again, and each failure is reported', async () => {
    manager.put('four', { DATA_KEYS: 'known' });
    const { clock, read } = open('four');
    await read();
    manager.down(true);
    try {
      clock.time = 30 * minutes;
      expect(await read()).toMatchObject({ DATA_KEYS: 'known' });
      expect(clock.faults).toBe(1);
      clock.time += 14_999;
      expect([await read().then(Boolean), clock.faults]).toEqual([true, 1]);
      clock.time += 1;
      expect([await read().then(Boolean), clock.faults]).toEqual([true, 2]);
      clock.time = 61 * minutes;
      await expect(read()).rejects.toThrow();
    } finally {
      manager.down(false);
    }
    expect(await read()).toMatchObject({ DATA_KEYS: 'known' });
  });

  test('the read of the secret settings fails as long as any secret is empty', async () => {
    await expect(open('empty').read()).rejects.toThrow('no value');
  });
});
