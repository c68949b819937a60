// The additional routes for each route of serverless.yml: a HEAD for each GET, and all of them again for a final slash.

/** The suffix for a final slash. API Gateway refuses a route that ends in a slash; this one matches an empty rest. */
export const slash = '/{proxy+}';

/**
 * The gateway's additional routes for a route. HEAD is answered by the function of GET, without the body (RFC 9110).
 * Any text after the slash is a 404 (lib/http/api.ts).
 */
export function besides(routeKey: string): string[] {
  const withHead = routeKey.startsWith('GET ') ? [routeKey, routeKey.replace('GET', 'HEAD')] : [routeKey];
  const hasRest = routeKey === '*' || routeKey.endsWith('+}');
  const all = hasRest ? withHead : withHead.flatMap((one) => [one, one + slash]);
  return all.filter((one) => one !== routeKey);
}

export const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
