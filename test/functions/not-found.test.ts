import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

test.each([
  ['GET', '/'],
  ['GET', '/create-cashout'],
  ['POST', '/create-cashouts'],
  ['POST', '//create-cashout'],
  ['DELETE', '/approve-cashout'],
])('%s %s is a 404 in the shape of every refusal', async (method, path) => {
  const answer = await stack.send({ method, path });

  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ worked: false, detail: 'Not found', message: 'Not found', data: null });
});
