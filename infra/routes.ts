// The routes that go with each route of serverless.yml: a HEAD with each GET, and all again for a slash at the end.

/** What every path may end with. API Gateway refuses a route that ends in a slash; this one takes an empty rest. */
export const slash = '/{proxy+}';

/**
 * Those that the gateway has beside a route. HEAD is answered by the function of GET, without the body (RFC 9110), and
 * any text after the slash is a 404 (lib/http/api.ts).
 */
export function besides(routeKey: string): string[] {
  const withHead = routeKey.startsWith('GET ') ? [routeKey, routeKey.replace('GET', 'HEAD')] : [routeKey];
  const hasRest = routeKey === '*' || routeKey.endsWith('+}');
  const all = hasRest ? withHead : withHead.flatMap((one) => [one, one + slash]);
  return all.filter((one) => one !== routeKey);
}

export const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
