import { describe, expect, inject, test } from 'vitest';
import { besides } from '../../infra/routes.ts';
import { makeChooseRoute } from '../../local/gateway/route.ts';

const service = inject('service');
const choose = makeChooseRoute(service);
const ownPath = (functionKey: string, path: string) =>
  service.functions[functionKey]?.events?.some(({ httpApi }) => String(httpApi).endsWith(` ${path}`));

test('an open page has a HEAD, and may end in a slash', () => {
  const routes = ['GET /docs/{proxy+}', 'HEAD /docs', 'HEAD /docs/{proxy+}'];

  expect(besides('GET /docs', true)).toEqual(routes);
});

test('a path of the contract may end in a slash with each of its methods, under both prefixes, and has no HEAD', () => {
  for (const prefix of ['', '/v3/accounts'])
    for (const method of ['PUT', 'DELETE'])
      expect(besides(`${method} ${prefix}/api/webhooks/{webhook_id}`, false)).toEqual([
        `${method} ${prefix}/api/webhooks/{webhook_id}/{proxy+}`,
      ]);
  expect(besides('GET /v3/meds/{id}', false)).toEqual(['GET /v3/meds/{id}/{proxy+}']);
});

test.each([
  ['a call of ours', 'GET /v3/cashouts/{id}', false],
  ['a call of ours that needs no token but has a body', 'POST /sandbox/tenants', true],
  ['a page of the console', 'GET /console/sign-in', true],
  ['a route with {proxy+}', 'GET /v3/{proxy+}', false],
  ['the route of all other paths', '*', true],
])('%s has only its own route', (_, routeKey, isOpen) => {
  expect(besides(routeKey, isOpen)).toEqual([]);
});

// It is not documented whether {proxy+} matches an empty path in API Gateway, so no path of the contract depends on it.
describe.each([
  ['GET', '/v3/meds', 'listMedCases'],
  ['POST', '/v2/finance/chargebacks-pix-copy-and-paste', 'requestChargeback'],
])('the route %s %s, which the contract writes with a slash at its end,', (method, path, functionKey) => {
  test('a route that the contract writes with a slash at its end also exists without the slash', () => {
    expect(choose(method, path)).toMatchObject({ functionKey, routeKey: `${method} ${path}` });
    expect(ownPath(functionKey, path)).toBe(true);
  });

  test('the route with the slash uses a {proxy+} that matches at least one character', () => {
    const [, above, last] = /^(.*)\/([^/]+)$/.exec(path) ?? [];

    expect(ownPath(functionKey, `${above}/{proxy+}`)).toBe(true);
    expect(choose(method, `${above}/${last}/`)?.functionKey).toBe(functionKey);
  });
});
