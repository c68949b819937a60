import { expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('the public keys of tokens and receipts are served without private key parts', async () => {
  const answer = await used.stack.send({ method: 'GET', path: '/.well-known/jwks.json' });

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
