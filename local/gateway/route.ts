// Chooses the function for a request from the routes of serverless.yml, as API Gateway does. The order of precedence
// is: routes without variables, routes with {name}, routes with {proxy+}, and then `*`.

import { routesOf } from '../../infra/routes.ts';
import type { Service } from '../service.ts';

export type Route = {
  functionKey: string;
  /** The route as it appears in the event: `$default` for `*`. */
  routeKey: string;
  parameters: Record<string, string>;
};

type Candidate = { functionKey: string; routeKey: string; method: string; pattern: RegExp; rank: string };

/** Reads the routes of a service once. The returned function takes a method and a decoded path. */
export function makeChooseRoute(service: Service) {
  const candidates: Candidate[] = [];
  let fallback: string | undefined;
  for (const [functionKey, one] of Object.entries(service.functions)) {
    const { own, added } = routesOf(one);
    for (const routeKey of [...own, ...added]) {
      if (routeKey === '*') fallback = functionKey;
      else candidates.push({ functionKey, routeKey, ...matcherOf(routeKey) });
    }
  }
  candidates.sort((one, other) => one.rank.localeCompare(other.rank));

  return (method: string, path: string): Route | undefined => {
    for (const { functionKey, routeKey, pattern, method: wanted } of candidates) {
      const match = wanted === method ? pattern.exec(path) : null;
      if (match) return { functionKey, routeKey, parameters: { ...match.groups } };
    }
    return fallback === undefined
      ? undefined
      : { functionKey: fallback, routeKey: '$default', parameters: {} };
  };
}

function matcherOf(routeKey: string): Pick<Candidate, 'method' | 'pattern' | 'rank'> {
  const [method = '', path = ''] = routeKey.split(' ');
  const segments = path.split('/').slice(1);
  const kinds = segments.map((segment) =>
    /^\{\w+\+\}$/.test(segment) ? 2 : /^\{\w+\}$/.test(segment) ? 1 : 0,
  );
  const parts = segments.map((segment, index) => {
    const name = segment.replace(/[{}+]/g, '');
    if (kinds[index] === 2) return `(?<${name}>.*)`;
    return kinds[index] === 1 ? `(?<${name}>[^/]+)` : segment.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  });
  // Ranks are compared segment by segment. A literal segment takes precedence over {name}, and {name} over {proxy+}.
  return { method, pattern: new RegExp(`^/${parts.join('/')}$`), rank: kinds.join('') };
}
