// Lists the additional routes of the service. An API has at most 300 routes, so only two kinds of routes have some: the
// paths of the contract, and the open pages, which people type and programs check. Any other path with a final slash,
// and any other HEAD, is answered with 404.

import { endpoints } from '../lib/openapi/document.ts';
import type { ServiceFunction } from '../local/service.ts';

/**
 * The suffix for a route with a final slash. API Gateway refuses a route that ends in a slash, but {proxy+} also
 * matches an empty text after the slash. A request with text there gets a 404 (lib/http/api.ts).
 */
export const slash = '/{proxy+}';

/**
 * The paths of the contract, without a final slash. The calls of the contract are the lenient ones, and so is the
 * diagnosis of a signature, which takes their requests.
 */
const contractPaths = new Set(
  endpoints.flatMap(({ route, also = '', lenient }) => {
    const path = route.replace(/^\w+ |\/$/g, '');
    return lenient === true ? [path, also + path] : [];
  }),
);

/**
 * Returns the additional routes for one route. The function of an open page also answers HEAD, without the body (RFC
 * 9110). The console is for people, so nothing asks HEAD of it.
 * @param isOpen whether the route needs no token
 */
export function besides(routeKey: string, isOpen: boolean): string[] {
  const [method, path = ''] = routeKey.split(' ');
  if (path === '' || path.endsWith('+}')) return [];
  const isPage = isOpen && method === 'GET' && !path.startsWith('/console');
  const paths = isPage || contractPaths.has(path) ? [path, path + slash] : [path];
  const methods = isPage ? [method, 'HEAD'] : [method];
  const all = methods.flatMap((one) => paths.map((each) => `${one} ${each}`));
  return all.filter((one) => one !== routeKey);
}

/** Returns the routes of a function in serverless.yml, and then the additional routes. */
export function routesOf({ events = [], throttle }: ServiceFunction): { own: string[]; added: string[] } {
  const own = events.flatMap(({ httpApi }) => (httpApi ? [routeKeyOf(httpApi)] : []));
  // Exactly the routes without a token have a throttle at the gateway.
  const added = own.flatMap((routeKey) => besides(routeKey, throttle !== undefined));
  return { own, added: added.filter((one) => !own.includes(one)) };
}

const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
