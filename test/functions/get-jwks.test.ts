import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

test('the public keys are served without any private part', async () => {
  const answer = await stack.send({ method: 'GET', path: '/.well-known/jwks.json' });

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ],
  });
});
