import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeCore } from '../../lib/app/core.ts';
import { start } from '../../lib/app/start.ts';
import { openHandler } from '../../lib/http/api.ts';
import type { ApiEvent } from '../../lib/http/api-event.ts';
import { openSecretsManager, type SecretsManager } from '../support/secrets-manager.ts';
import { useStack } from '../support/use-stack.ts';
import { variablesOf } from '../support/variables.ts';

const used = useStack();
let manager: SecretsManager;
beforeAll(async () => {
  manager = await openSecretsManager();
  const { DATA_KEYS, ...variables } = variablesOf(used.stack.config);
  const settings = {
    ...variables,
    SECRET_IDS: 'callers',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, String(value));
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  manager.put('callers', { DATA_KEYS });
});
afterEach(() => {
  vi.useRealTimers();
  manager.down(false);
});
afterAll(() => {
  vi.unstubAllEnvs();
  manager.close();
});

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const event = { routeKey: 'GET /x', headers: {}, requestContext: { http: {} } } as unknown as ApiEvent;

describe('a starting container', () => {
  test('a starting container answers 503 while it cannot read its secrets, and serves once it can read them', async () => {
    manager.down(true);
    const handler = start((deps) => openHandler(deps, async () => ({ body: { worked: true } })), makeCore);

    expect(await handler(event, context)).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '1', 'content-type': 'application/json' },
      body: expect.stringContaining('"worked":false'),
    });
    manager.down(false);
    expect(await handler(event, context)).toMatchObject({ statusCode: 200, body: '{"worked":true}' });
  });

  test('a queue handler throws while the container cannot read its secrets, so that the message stays in its queue', async () => {
    manager.down(true);
    const handler = start(() => async () => 'done', makeCore);

    await expect(handler({ Records: [] }, context)).rejects.toThrow();
    await expect(handler({ Records: [] }, context)).rejects.toThrow();
    manager.down(false);
    expect(await handler({ Records: [] }, context)).toBe('done');
  });

  test('a container whose first read of secrets failed serves once the secrets can be read', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'worker');
    manager.down(true);
    const handler = start(() => async () => 'done', makeCore);
    await expect(handler({ Records: [] }, context)).rejects.toThrow();
    manager.down(false);

    expect(await handler({ Records: [] }, context)).toBe('done');
  });

  test('a container keeps its settings when a secret is changed to an invalid value', async () => {
    const handler = start((deps) => async () => deps.config.DATA_KEYS.length, makeCore);
    const { DATA_KEYS = '' } = manager.read('callers');
    const known = await handler({}, context);
    manager.put('callers', { DATA_KEYS: 'short' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });

    expect(await handler({}, context)).toBe(known);
    manager.put('callers', { DATA_KEYS });
  });

  test('a container uses the new data key five minutes after a rotation, without a deployment', async () => {
    const handler = start((deps) => async () => deps.config.DATA_KEYS.length, makeCore);
    expect(await handler({}, context)).toBe(1);
    const { DATA_KEYS = '' } = manager.read('callers');
    manager.put('callers', { DATA_KEYS: `${DATA_KEYS},${DATA_KEYS}` });
    expect(await handler({}, context)).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });

    expect(await handler({}, context)).toBe(2);
  });
});
