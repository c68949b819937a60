import { expect, test } from 'vitest';
import { statementPath } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('HEAD returns the status and the headers of GET, and no body', async () => {
  const caller = await used.newCaller();
  const call = { path: '/v3/accounts', headers: { authorization: `Bearer ${caller.token}` } };

  const [get, head] = [
    await used.send({ method: 'GET', ...call }),
    await used.send({ method: 'HEAD', ...call }),
  ];

  expect([head.status, head.body]).toEqual([200, '']);
  expect(Object.keys(head.headers)).toEqual(Object.keys(get.headers));
});

test.each([
  [
    'without a token',
    statementPath({ source_account_branch_identifier: '0001', source_account_number: '1' }),
    401,
  ],
  ['of an open page', '/.well-known/jwks.json', 200],
  ['of a path that has no GET', '/create-cashout', 404],
])('HEAD %s has no body', async (_, path, status) => {
  const answer = await used.send({ method: 'HEAD', path });

  expect([answer.status, answer.body]).toEqual([status, '']);
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
