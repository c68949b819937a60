import { expect, test } from 'vitest';
import { makeDocument } from '../../lib/openapi/document.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('GET /openapi.json returns the document of the stage without authentication', async () => {
  const { status, body, headers } = await used.send({ method: 'GET', path: '/openapi.json' });

  expect(status).toBe(200);
  expect(body).toEqual(
    JSON.parse(JSON.stringify(makeDocument(used.stack.config.BASE_URL, true, { allowLoopback: true }))),
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
});

test('the document of a stage without a sandbox has no sandbox operations', async () => {
  const deps = { ...used.stack.deps, config: { ...used.stack.config, STAGE: 'production' } };

  const { body } = await used.stack.send({ method: 'GET', path: '/openapi.json' }, deps);

  expect(Object.keys((body as { paths: object }).paths).some((path) => path.startsWith('/sandbox'))).toBe(
    false,
  );
});
