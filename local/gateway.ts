// A small API Gateway for running the service inside one process: finds the function of a call among the routes
// of serverless.yml and makes the event (HTTP API, payload 2.0) that it would receive.

import { randomUUID } from 'node:crypto';
import type { Service } from './service.ts';

export type HttpCall = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** As API Gateway hands over bodies it takes for binary. */
  base64?: boolean;
  sourceIp?: string;
};

export function toGatewayEvent(service: Service, call: HttpCall) {
  const url = new URL(`https://gateway${call.path}`);
  const routes = Object.entries(service.functions).flatMap(([functionKey, { events = [] }]) =>
    events.flatMap(({ httpApi }) => {
      if (typeof httpApi !== 'string' || httpApi === '*') return [];
      const [method, path = ''] = httpApi.split(' ');
      const match = method === call.method ? routePattern(path).exec(url.pathname) : null;
      return match ? [{ functionKey, routeKey: httpApi, parameters: match.groups ?? {} }] : [];
    }),
  );
  // A path of its own goes before what takes any rest.
  const isGreedy = ({ routeKey }: { routeKey: string }) => routeKey.endsWith('{proxy+}');
  const route = routes.find((candidate) => !isGreedy(candidate)) ?? routes[0];
  if (route) {
    return { functionKey: route.functionKey, event: eventOf(call, url, route.routeKey, route.parameters) };
  }
  return { functionKey: 'notFound', event: eventOf(call, url, '$default', {}) };
}

function routePattern(path: string): RegExp {
  const named = path.replace(/\{proxy\+\}$/, '(?<proxy>.*)').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${named.replace(/\.(?!\*)/g, '\\.')}$`);
}

function eventOf(call: HttpCall, url: URL, routeKey: string, parameters: Record<string, string>) {
  const { method, headers = {}, body, base64 = false } = call;
  const pathParameters = Object.entries(parameters).map(([name, value]) => [name, decoded(value)]);
  const text = body === undefined ? undefined : Buffer.from(body).toString(base64 ? 'base64' : 'utf8');
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...(pathParameters.length > 0 ? { pathParameters: Object.fromEntries(pathParameters) } : {}),
    ...(text === undefined ? {} : { body: text }),
    isBase64Encoded: base64,
    requestContext: {
      requestId: randomUUID(),
      http: { method, path: url.pathname, sourceIp: call.sourceIp ?? '127.0.0.1' },
    },
  };
}

/** What is no percent-encoding stays as it is: a caller may write anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
