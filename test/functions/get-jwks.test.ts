import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

test('the public keys of tokens and of receipts are served without any private part', async () => {
  const answer = await stack.send({ method: 'GET', path: '/.well-known/jwks.json' });

  expect(answer.status).toBe(200);
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    alg: 'ES256',
    use: 'sig',
  };
  expect(answer.body).toEqual({
    keys: [
      { ...key, kid: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { ...key, kid: expect.stringMatching(/^receipt-[0-9a-f]{16}$/) },
    ],
  });
});
