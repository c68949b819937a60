import { describe, expect, inject, test } from 'vitest';
import { makeChooseRoute } from '../../local/gateway/route.ts';

const service = inject('service');
const choose = makeChooseRoute(service);
const ownPath = (functionKey: string, path: string) =>
  service.functions[functionKey]?.events?.some(({ httpApi }) => String(httpApi).endsWith(` ${path}`));

// Whether API Gateway lets {proxy+} stand for nothing is not documented: no path of the contract depends on it.
describe.each([
  ['GET', '/v3/meds', 'listMedCases'],
  ['POST', '/v2/finance/chargebacks-pix-copy-and-paste', 'requestChargeback'],
])('%s %s, which the contract writes with a slash at its end,', (method, path, functionKey) => {
  test('has a route without it', () => {
    expect(choose(method, path)).toMatchObject({ functionKey, routeKey: `${method} ${path}` });
    expect(ownPath(functionKey, path)).toBe(true);
  });

  test('comes with it by a route whose {proxy+} stands for something', () => {
    const route = choose(method, `${path}/`);

    expect(route?.functionKey).toBe(functionKey);
    expect(route?.parameters).toEqual({ proxy: `${path.split('/').at(-1)}/` });
  });
});
