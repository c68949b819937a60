import { describe, expect, test } from 'vitest';
import { sendInProcess } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test.each([
  ['POST', '/'],
  ['GET', '//'],
  ['GET', '/create-cashout'],
  ['POST', '/create-cashouts'],
  ['POST', '//create-cashout'],
  ['DELETE', '/approve-cashout'],
])('%s %s gives a 404 in the same format as every other refusal', async (method, path) => {
  const answer = await used.stack.send({ method, path });

  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ worked: false, detail: 'Not found', message: 'Not found', data: null });
});

test.each([undefined, '*/*', 'application/json'])(
  'GET / returns the address of the API reference to a program that accepts %s',
  async (accept) => {
    const headers = accept === undefined ? {} : { accept };

    const { status, body } = await used.stack.send({ method: 'GET', path: '/', headers });

    const { BASE_URL } = used.stack.config;
    const places = { docs: `${BASE_URL}/docs`, openapi: `${BASE_URL}/openapi.json` };
    expect([status, body]).toEqual([200, { worked: true, version: '3.0.0', ...places }]);
  },
);

test('GET / also returns the address of the console if the stage has a console', async () => {
  const CONSOLE_URL = 'https://console.example.com/console';
  const deps = { ...used.stack.deps, config: { ...used.stack.config, CONSOLE_URL } };
  const { body } = await used.stack.send({ method: 'GET', path: '/' }, deps);
  expect(body).toMatchObject({ console: CONSOLE_URL });
});

test.each(['GET', 'HEAD'])('%s / redirects a browser to the API reference', async (method) => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  const answer = await used.stack.send({ method, path: '/', headers });

  expect([answer.status, answer.body]).toEqual([302, '']);
  expect(answer.headers).toMatchObject({ location: `${used.stack.config.BASE_URL}/docs`, vary: 'accept' });
});

describe('a browser’s CORS preflight request', () => {
  const ask = (origins: string[]) => {
    const deps = { ...used.stack.deps, config: { ...used.stack.config, CONSOLE_ORIGIN: origins } };
    return sendInProcess(used.stack, deps)({ method: 'OPTIONS', path: '/create-cashout' });
  };

  test('a CORS preflight succeeds in a stage that web pages may call', async () => {
    expect(await ask(['https://console.example.com'])).toMatchObject({ status: 200, body: { worked: true } });
  });

  test('a CORS preflight gives a 404 in a stage that web pages may not call', async () => {
    expect(await ask([])).toMatchObject({ status: 404 });
  });
});
