import { describe, expect, inject, test } from 'vitest';
import { besides } from '../../infra/routes.ts';
import { makeChooseRoute } from '../../local/gateway/route.ts';

const service = inject('service');
const choose = makeChooseRoute(service);
const ownPath = (functionKey: string, path: string) =>
  service.functions[functionKey]?.events?.some(({ httpApi }) => String(httpApi).endsWith(` ${path}`));

test('every route has a second route with a slash at its end, and every GET has a HEAD', () => {
  expect(besides('POST /a')).toEqual(['POST /a/{proxy+}']);
  expect(besides('GET /a/{id}')).toEqual(['GET /a/{id}/{proxy+}', 'HEAD /a/{id}', 'HEAD /a/{id}/{proxy+}']);
  expect(besides('GET /a/{proxy+}')).toEqual(['HEAD /a/{proxy+}']);
  expect(besides('*')).toEqual([]);
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
