import { expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test.each(['/openapi.json', '/docs', '/docs/', '/.well-known/jwks.json'])(
  'HEAD %s returns the status and the headers of GET, and no body',
  async (path) => {
    const [get, head] = [await used.send({ method: 'GET', path }), await used.send({ method: 'HEAD', path })];

    expect([head.status, head.body]).toEqual([200, '']);
    expect(Object.keys(head.headers)).toEqual(Object.keys(get.headers));
  },
);

test('HEAD of a call with a token gives a 404 without a body, as any method without a route', async () => {
  const caller = await used.newCaller();
  const headers = { authorization: `Bearer ${caller.token}` };
  const places = ['/v3/accounts', '/v3/meds/', '/create-cashout', '/console'];

  for (const path of places) {
    const { status, body } = await used.send({ method: 'HEAD', path, headers });
    expect([path, status, body]).toEqual([path, 404, '']);
  }
});

// The segment above the contract's paths with a slash has a route that accepts no other paths.
test.each([
  ['GET', '/v3/meds/', 401],
  ['GET', '/v3/', 404],
  ['GET', '/v3/meds/meds/', 401],
  ['POST', '/v2/finance/', 404],
  ['POST', '/v2/finance/chargebacks-pix-copy-and-paste/', 401],
  ['POST', '/v2/finance/chargebacks-pix-copy-and-paste/chargebacks-pix-copy-and-paste', 404],
])('the request %s %s is answered with %i', async (method, path, status) => {
  expect((await used.send({ method, path })).status).toBe(status);
});

test.each(['/v3/accounts/', '/v3/events/', '/no-such-path/'])(
  'GET %s gives a 404 that names the slash at the end of the path',
  async (path) => {
    const { status, body } = await used.send({ method: 'GET', path });

    const detail = 'Not found (the path ends in a slash)';
    expect([status, body]).toEqual([404, { worked: false, detail, message: 'Not found', data: null }]);
  },
);
