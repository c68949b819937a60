// Lists the additional routes for each route of serverless.yml: a HEAD for each GET, and each route again with a final
// slash.

/**
 * The suffix for a route with a final slash. API Gateway refuses a route that ends in a slash, but {proxy+} also
 * matches an empty text after the slash.
 */
export const slash = '/{proxy+}';

/**
 * Returns the additional routes for one route. The function of GET also answers HEAD, without the body (RFC 9110). A
 * request with text after the final slash gets a 404 (lib/http/api.ts).
 */
export function besides(routeKey: string): string[] {
  const withHead = routeKey.startsWith('GET ') ? [routeKey, routeKey.replace('GET', 'HEAD')] : [routeKey];
  const hasRest = routeKey === '*' || routeKey.endsWith('+}');
  const all = hasRest ? withHead : withHead.flatMap((one) => [one, one + slash]);
  return all.filter((one) => one !== routeKey);
}

export const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
