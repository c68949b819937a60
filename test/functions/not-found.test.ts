import { describe, expect, test } from 'vitest';
import { sendInProcess } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test.each([
  ['GET', '/'],
  ['GET', '/create-cashout'],
  ['POST', '/create-cashouts'],
  ['POST', '//create-cashout'],
  ['DELETE', '/approve-cashout'],
])('%s %s is a 404 in the shape of every refusal', async (method, path) => {
  const answer = await used.stack.send({ method, path });

  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ worked: false, detail: 'Not found', message: 'Not found', data: null });
});

describe('what a browser asks before a call', () => {
  const ask = (origins: string[]) => {
    const deps = { ...used.stack.deps, config: { ...used.stack.config, CONSOLE_ORIGIN: origins } };
    return sendInProcess(used.stack, deps)({ method: 'OPTIONS', path: '/create-cashout' });
  };

  test('is answered with success where web pages may call: the gateway says what they may do', async () => {
    expect(await ask(['https://console.example.com'])).toMatchObject({ status: 200, body: { worked: true } });
  });

  test('is a 404 like any other where none may', async () => {
    expect(await ask([])).toMatchObject({ status: 404 });
  });
});
